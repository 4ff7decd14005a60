"""What holds for every test: no time limit on an example, which a busy machine would break."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("untimed", deadline=None, print_blob=True)
settings.load_profile("untimed")
