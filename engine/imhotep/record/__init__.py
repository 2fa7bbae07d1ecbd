"""Logs of games: written as they are played, read again, played again and compared, told in words."""
