"""Other implementations of the rules, reached as programs or over HTTP, that may do anything.

Whatever one does instead of answering (nothing, nonsense, an end) becomes the ``Trouble`` of the
question it was asked, and keeps nobody waiting longer than the timeout.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from contextlib import suppress
from time import monotonic, sleep
from typing import IO, TypeAlias

from checker.conformance import Answer, Trouble
from checker.wire import dumping, strict
from checker.wire.problems import NotJson, quoted, shorten

MOST_ANSWER = 8 * 1024 * 1024
"""The longest answer, in bytes."""
MOST_TAIL = 2_000
"""So many bytes of what a program last wrote to standard error are kept."""
GRACE = 2.0
"""The seconds that a program has to end by itself once its input is closed."""
_CHUNK = 65_536


class NotStarted(ValueError):
    """A program that cannot be started, or a service that is not there; the message says why."""


class Program:
    """A program that reads a question a line and writes an answer a line.

    It is started with the first question, and anew after each trouble, so that one question cannot
    spoil the next. It ends with all that it started.
    """

    def __init__(self, command: list[str], timeout: float) -> None:
        self._command, self._timeout = command, timeout
        self._process: subprocess.Popen[bytes] | None = None
        self._out = self._err = b""

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process:
            self._end(self._process, GRACE)

    def ask(self, name: str, endpoint: str, request: object) -> Answer:
        """The answer to the question of that name; raises :class:`NotStarted`."""
        process = self._process or self._start()
        question = {"id": name, "endpoint": endpoint, "request": request}
        told = self._exchange(process, dumping.body(question))
        answer = told if isinstance(told, Trouble) else _answer(told, name)
        if not isinstance(answer, Trouble):
            return answer
        ended = self._end(process, GRACE if answer.sort == "crash" else 0)
        detail = ended if answer.sort == "crash" else answer.detail
        return Trouble(answer.sort, detail, self._err.decode("utf-8", "replace").strip())

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise NotStarted(f"{self._command[0]!r} cannot be started: {error.strerror}") from None
        for pipe in _pipes(process):
            os.set_blocking(pipe.fileno(), False)
        self._process, self._out, self._err = process, b"", b""
        return process

    def _exchange(self, process: subprocess.Popen[bytes], question: bytes) -> bytes | Trouble:
        """Writes the question and reads a line, and standard error beside it, none of them first.

        A program that writes before it reads, or more than it should, cannot block.
        """
        stdin, stdout, stderr = _pipes(process)
        deadline = monotonic() + self._timeout
        with selectors.DefaultSelector() as ready:
            ready.register(stdin, selectors.EVENT_WRITE)
            ready.register(stdout, selectors.EVENT_READ)
            ready.register(stderr, selectors.EVENT_READ)
            while question or b"\n" not in self._out:
                if len(self._out) > MOST_ANSWER:
                    return Trouble("garbage", f"a line of more than {MOST_ANSWER:,} bytes")
                left = deadline - monotonic()
                if left <= 0:
                    return Trouble("hang", f"no answer within {self._timeout:g} seconds")
                for key, _ in ready.select(left):
                    if key.fileobj is stdin:
                        question = _write(key.fd, question)
                        if not question:
                            ready.unregister(stdin)
                        continue
                    read = os.read(key.fd, _CHUNK)
                    if key.fileobj is stderr:
                        self._err = (self._err + read)[-MOST_TAIL:]
                        if not read:
                            ready.unregister(stderr)
                    elif read:
                        self._out += read
                    else:
                        return Trouble("crash", "it closed its output")
        line, _, self._out = self._out.partition(b"\n")
        return line

    def _end(self, process: subprocess.Popen[bytes], grace: float) -> str:
        """Ends the program and what it started; says how it ended."""
        stdin, stdout, stderr = _pipes(process)
        self._process = None
        stdin.close()
        ended = _ended_within(process, grace)
        # Not yet waited for, so that the number of the group is still its own.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        code = process.wait()
        with suppress(BlockingIOError):
            while read := os.read(stderr.fileno(), _CHUNK):
                self._err = (self._err + read)[-MOST_TAIL:]
        stdout.close()
        stderr.close()
        if not ended:
            return "it closed its output without an answer"
        how = f"exit code {code}" if code >= 0 else f"signal {-code}"
        return f"it ended before it answered, with {how}"


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """Its standard input, output and error."""
    assert process.stdin
    assert process.stdout
    assert process.stderr
    return process.stdin, process.stdout, process.stderr


def _write(pipe: int, question: bytes) -> bytes:
    """Writes what the pipe takes; returns the rest, nothing where nobody reads it any more."""
    try:
        return question[os.write(pipe, question[:_CHUNK]) :]
    except BrokenPipeError:
        return b""


def _ended_within(process: subprocess.Popen[bytes], seconds: float) -> bool:
    deadline = monotonic() + seconds
    how = os.WEXITED | os.WNOHANG | os.WNOWAIT
    while os.waitid(os.P_PID, process.pid, how) is None:
        if monotonic() >= deadline:
            return False
        sleep(0.01)
    return True


def _answer(line: bytes, name: str) -> Answer:
    """The answer that a line holds, which has to be to the question of that name."""
    answer = _object(line)
    if not isinstance(answer, Trouble) and answer.get("id") != name:
        detail = f"it answered the id {quoted(answer.get('id'))} where {quoted(name)} was asked"
        return Trouble("garbage", detail)
    return answer


def _object(text: bytes) -> Answer:
    try:
        value = strict.parse(text, MOST_ANSWER)
    except NotJson as error:
        shown = quoted(text.decode("utf-8", "replace"))
        return Trouble("garbage", f"it answered {shown}, which is no JSON: {error}")
    if not isinstance(value, dict):
        return Trouble("garbage", f"it answered {quoted(value)}; accepted: a JSON object")
    return value


class Service:
    """A service that speaks the wire contract, ``POST /v1/judge`` and so on, below a URL.

    Raises :class:`NotStarted` for what is no such URL, or where nobody answers at all.
    """

    def __init__(self, url: str, timeout: float) -> None:
        import httpx

        try:
            base = httpx.URL(url)
        except httpx.InvalidURL:
            base = httpx.URL()
        if base.scheme not in ("http", "https") or not base.host:
            raise NotStarted(f"got {url!r}; accepted: http://HOST:PORT")
        self._url, self._timeout, self._reached = url, timeout, False
        self._client = httpx.Client(base_url=base, timeout=timeout)

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def ask(self, name: str, endpoint: str, request: object) -> Answer:
        """The answer to the question; its name is not sent.

        Raises :class:`NotStarted` where nobody has been reached yet, nor is now.
        """
        import httpx

        try:
            status, body = self._post(f"/v1/{endpoint}", dumping.body(request))
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            if not self._reached:
                why = str(error) or f"no connection within {self._timeout:g} seconds"
                raise NotStarted(f"nobody answers at {self._url}: {why}") from None
            return Trouble("crash", f"{type(error).__name__}: {error}")
        except httpx.TimeoutException:
            return Trouble("hang", f"no answer within {self._timeout:g} seconds")
        except httpx.HTTPError as error:
            return Trouble("crash", f"{type(error).__name__}: {error}")
        if status == NOT_IMPLEMENTED:
            return {"unsupported": True}
        if len(body) > MOST_ANSWER:
            return Trouble("garbage", f"an answer of more than {MOST_ANSWER:,} bytes")
        if status >= 500 or 300 <= status < 400:
            return Trouble("crash", f"status {status}: {shorten(body.decode('utf-8', 'replace'))}")
        if status in _NO_ROUTE:
            return Trouble("crash", f"status {status}: no POST {self._url}/v1/{endpoint}")
        told = _object(body)
        return told if isinstance(told, Trouble) or status < 400 else {**told, "status": status}

    def _post(self, path: str, body: bytes) -> tuple[int, bytes]:
        """The status and the body, of which no more is read than an answer may have."""
        import httpx

        deadline = monotonic() + self._timeout
        headers = {"Content-Type": "application/json"}
        with self._client.stream("POST", path, content=body, headers=headers) as response:
            self._reached = True
            read = b""
            for chunk in response.iter_bytes():
                read += chunk
                if monotonic() > deadline:
                    raise httpx.ReadTimeout("the answer is too slow")
                if len(read) > MOST_ANSWER:
                    break
            return response.status_code, read


_NO_ROUTE = (404, 405)
NOT_IMPLEMENTED = 501
"""The status by which a service says that it does not have an endpoint."""

Implementation: TypeAlias = Program | Service
