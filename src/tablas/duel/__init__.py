"""Matches between players of a dice game, ours and others', in pairs with the same dice."""
