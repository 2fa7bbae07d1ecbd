"""Players that know no game: who they are is said by short texts, and they see only what their seat sees."""
