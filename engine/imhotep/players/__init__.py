"""Players that pick options."""
