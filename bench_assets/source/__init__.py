"""Documents, their quality and the names in them, one shard at a time."""
