"""What meets a browser: routes, sockets, guards in front of them, HTTP errors, static files."""
