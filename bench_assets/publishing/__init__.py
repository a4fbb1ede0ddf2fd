"""The release: tasks, questions, qrels, manifest, exported files."""
