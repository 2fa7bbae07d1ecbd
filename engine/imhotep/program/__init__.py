"""The contract between the compiler and whatever runs a program: memory, instructions, texts."""
