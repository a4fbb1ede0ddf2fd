"""The embedded corpus: a fictional release written from a seed, with the truth beside it."""
