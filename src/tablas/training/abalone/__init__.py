"""The recipe of the Abalone network."""
