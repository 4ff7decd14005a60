"""The server as it is started: ready when it says so, JSON to whatever is sent to it."""

from __future__ import annotations

import json
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from api.serving import serve

START = "from api.serving import serve; serve(port=0, workers=1)"


@pytest.fixture(scope="module")
def greeting() -> Iterator[list[str]]:
    command = [sys.executable, "-c", START]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        yield [server.stdout.readline(), server.stdout.readline()]
        server.terminate()
        assert server.wait(timeout=30) == 0


def exchange(greeting: list[str], request: bytes) -> tuple[int, str, bytes]:
    """Status, media type and body of the response to these bytes."""
    found = re.search(r"http://([\d.]+):(\d+)", greeting[0])
    assert found
    with socket.create_connection((found[1], int(found[2])), timeout=30) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        response = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = response.partition(b"\r\n\r\n")
    kind = re.search(rb"(?i)content-type: ([^\r]*)", head)
    assert kind
    return int(head.split()[1]), kind[1].decode(), body


def test_the_greeting_holds_a_request_that_works(greeting: list[str]) -> None:
    _, _, url, _, header, _, body = shlex.split(greeting[1])
    assert url.endswith("/v1/judge")
    request = f"POST /v1/judge HTTP/1.1\r\n{header}\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    status, kind, answer = exchange(greeting, request.encode())
    assert (status, kind) == (200, "application/json")
    assert json.loads(answer)["verdict"] == "legal"


POST = b"POST /v1/judge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (CHUNKED + b'd\r\n{"bid":["7"]}\r\n0\r\n\r\n', 200),
        (CHUNKED + b"41000\r\n" + b" " * 0x41000 + b"\r\n0\r\n\r\n", 413),
        (CHUNKED + b"zz\r\n{}\r\n0\r\n\r\n", 400),
        (POST + b"Content-Length: 300000\r\n\r\n{", 413),
        (POST + b"Content-Length: 500\r\n\r\n{", 400),
        (POST + b"Content-Length: x\r\n\r\n{}", 400),
        (POST + b"\r\n", 400),
        (b"nonsense\r\n\r\n", 400),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\n" + b"X-Y: z\r\n" * 200 + b"\r\n", 431),
    ],
)
def test_whatever_is_sent_is_answered_with_json(
    greeting: list[str], request_: bytes, status: int
) -> None:
    got, kind, body = exchange(greeting, request_)
    assert got == status
    assert kind == ("application/json" if status == 200 else "application/problem+json")
    if status != 200:
        assert json.loads(body)["status"] == status


def test_a_port_in_use_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit, match=f"cannot listen on 127.0.0.1:{port}: Address already"):
            serve(port=port)


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70_000), ("no host", 8000)])
def test_an_address_that_is_none_is_one_line(host: str, port: int) -> None:
    with pytest.raises(SystemExit, match=f"cannot listen on {host}:{port}: "):
        serve(host, port)
