"""Until the engine stands beside this, an empty one takes its place."""

import sys
from types import ModuleType

import checker

for name in ("judging", "plays"):
    module = ModuleType(f"checker.{name}")
    module.judge = module.list_plays = None  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    setattr(checker, name, module)
