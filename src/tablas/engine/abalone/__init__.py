"""The Abalone engine: search, levels, book, protocol, words."""
