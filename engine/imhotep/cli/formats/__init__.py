"""How the findings of a check are written: each form in a module of its own."""
