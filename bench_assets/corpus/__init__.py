"""From a source's shards to a retrieval corpus: aliases, targets, selection, chunks, indexes."""
