"""What commands answer where that is more than a few lines, for people and for programs."""
