"""What both dice games share: search, rollouts, cube, exact endgames, protocols."""
