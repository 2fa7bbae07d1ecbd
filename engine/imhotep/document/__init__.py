"""A YAML file as values that know their place."""
