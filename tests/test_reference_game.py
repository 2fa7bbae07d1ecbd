import pytest
from reference.side_by_side import Table, play_both
