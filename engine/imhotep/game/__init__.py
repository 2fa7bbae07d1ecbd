"""A game in words: decisions and options with ids and labels, events, views, the board as text."""
