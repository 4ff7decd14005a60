"""Certificates put to a plain solver that knows nothing of this project."""

from __future__ import annotations

import re

import z3


def checked(certificate: str) -> tuple[list[str], list[str]]:
    """The answers that a certificate expects, and those that the solver gives."""
    expected = re.findall(r"^; Expected answer: (\w+)\.$", certificate, re.MULTILINE)
    context = z3.Context()
    found = z3.Z3_eval_smtlib2_string(context.ref(), certificate)
    return expected, found.split()
