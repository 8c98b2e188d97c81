"""What backgammon brings to the recipe, and the nets that only it has."""
