"""Games while they go on: rooms with their sockets, who is there, what is sent to whom."""
