"""A person's marks on a sample of the released tasks, and what they do to the release."""
