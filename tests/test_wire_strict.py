"""Bytes to JSON: what is read, and what is refused with its place."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.wire.problems import BodyTooLarge, NotJson
from checker.wire.strict import MOST_BYTES, MOST_DEPTH, parse

REFUSED = [
    (b"", "expecting value at line 1, column 1"),
    (b"{", "at line 1, column 2"),
    (b'{"a": 1,}', "at line 1, column"),
    (b'{"a": 1} x', "extra data at line 1, column 10"),
    (b'{"bid": [],\n"bid": []}', "a key that stands twice: 'bid' at /bid"),
    (b'{"over": {"cards": [{"a/b": 1, "a/b": 2}]}}', "'a/b' at /over/cards/0/a~1b"),
    (b'{"a": 1, "\\u0061": 2}', "a key that stands twice: 'a' at /a"),
    (b'{"a": 1, "a": 2', "not JSON: expecting"),
    (b'{"a": NaN}', "NaN, which is no JSON number, at line 1, column 7"),
    (b"[1,\n -Infinity]", "-Infinity, which is no JSON number, at line 2, column 2"),
    (b'["1e999", 1e999]', "a number too large to be read, 1e999, at line 1, column 11"),
    (b"[1234567890123456]", "an integer of more than 15 digits, 1234567890123456, at line 1, col"),
    (b"-" + b"9" * 100_000, "an integer of more than 15 digits"),
    (b"[" * (MOST_DEPTH + 1), f"nested deeper than {MOST_DEPTH} at line 1, column 33"),
    (b"[" * 200_000, f"nested deeper than {MOST_DEPTH}"),
    (b'{"a":' * 50_000, f"nested deeper than {MOST_DEPTH}"),
    (b'{"a": "\\ud800"}', "a surrogate that stands alone, \\ud800, at line 1, column 8"),
    (b'["\\udc00\\ud800"]', "a surrogate that stands alone, \\udc00, at line 1, column 3"),
    (b'{"\\uDFFF": 1}', "a surrogate that stands alone"),
    (b'"\xff"', "not UTF-8: byte 1"),
    (b'"\xed\xa0\x80"', "not UTF-8: byte 1"),
    ("{}".encode("utf-16"), "not UTF-8"),
    (b"\xef\xbb\xbf{}", "a byte order mark"),
    (b'"\x00"', "invalid control character at line 1, column 2"),
    (b"'a'", "expecting value"),
    (b"01", "extra data"),
]


@pytest.mark.parametrize(("body", "fault"), REFUSED)
def test_what_two_parsers_could_read_differently_is_refused(body: bytes, fault: str) -> None:
    with pytest.raises(NotJson) as caught:
        parse(body)
    assert fault in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b'"\\ud83d\\ude00"', "😀"),
        (b'"\\\\ud800"', "\\ud800"),
        ('"二"'.encode(), "二"),
        (b"[-123456789012345, 1.5, 1e3]", [-123456789012345, 1.5, 1000.0]),
        (b"[" * MOST_DEPTH + b"]" * MOST_DEPTH, json.loads("[" * MOST_DEPTH + "]" * MOST_DEPTH)),
        (b'["' + b"[" * 99 + b'"]', ["[" * 99]),
        (b" \r\n\tnull ", None),
    ],
)
def test_what_every_parser_reads_alike_is_read(body: bytes, value: object) -> None:
    assert parse(body) == value


def test_a_body_has_a_largest_size() -> None:
    assert parse(b'"' + b"x" * (MOST_BYTES - 2) + b'"')
    with pytest.raises(BodyTooLarge):
        parse(b'"' + b"x" * (MOST_BYTES - 1) + b'"')


@given(st.binary(max_size=200) | st.text('[]{}",:\\u dD8001.eE-aN', max_size=200).map(str.encode))
def test_any_bytes_are_read_or_refused(body: bytes) -> None:
    with suppress(NotJson):
        value = parse(body)
        assert json.loads(body) == value


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**15) + 1, 10**15 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(values, st.booleans())
def test_what_is_written_is_read_back(value: object, ascii_only: bool) -> None:
    assert parse(json.dumps(value, ensure_ascii=ascii_only).encode()) == value
