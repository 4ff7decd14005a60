"""Test vectors for any implementation, found by the model: the generated part of ``fixtures/``.

``building`` puts together what ``boundaries``, ``pairs`` and ``goal_cases`` find; ``asking`` is a
request with its answer and shape, ``variations`` what is one change apart from it, ``shrinking``
what of it is needed, ``killing`` which mutants it unmasks. ``formats`` writes the files, ``matrix``
says what every clause has.
"""
