"""Gates: what must hold of a table before anything is released, as pure functions, and as asset checks for people."""
