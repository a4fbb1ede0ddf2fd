"""The docketbench command."""
