"""Test vectors for any implementation, found by the model: the generated part of ``fixtures/``.

``building`` puts together what ``boundaries``, ``pairs`` and ``options`` find. ``asking`` is a
request with its answer and shape, ``expecting`` that answer as fixtures write it, ``variations``
what is one change apart from it, ``killing`` which mutants it unmasks. ``cases`` and ``formats``
write the files; ``covering`` and ``matrix`` say what they cover.
"""
