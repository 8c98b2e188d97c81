"""The server: real games between people and bots, of which nothing acknowledged is lost."""
