"""A game being played: actions, state, what is allowed, fold, endings, clock, cube, terms."""
