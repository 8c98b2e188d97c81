"""What several commands take, read and checked in one place."""
