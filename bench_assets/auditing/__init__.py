"""How often the factory's own instruments are wrong, measured."""
