"""The coach: reviews of finished games as jobs, and what a judge says while somebody plays."""
