"""YAML files as values that know their place: reading, joining variants, checking against schemas."""
