"""Tables: rooms, commands, clocks, bots, broadcast, the lobby, and everything that a game needs."""
