"""The same examples every time, so that a run on another machine says the same; no time limits."""

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")
