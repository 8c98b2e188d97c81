"""What Abak brings to the recipe."""
