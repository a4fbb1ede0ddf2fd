"""A submission's predictions, judged and scored."""
