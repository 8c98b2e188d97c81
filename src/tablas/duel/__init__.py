"""One runner of duels: any two players of any game, in pairs, with what the pairs prove."""
