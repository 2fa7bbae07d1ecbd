"""Files of experiments: what they say, and the experiment that comes of it."""
