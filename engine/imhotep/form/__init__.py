"""The form of files: JSON Schemas, and what they find, as diagnostics at the place."""
