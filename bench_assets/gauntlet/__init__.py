"""The stages every draft must pass before it is a task."""
