"""Players: something that chooses a play."""
