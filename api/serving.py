"""Serving the API with gunicorn: one process a worker, one request at a time in each."""

from __future__ import annotations

import gc
import json
import socket
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from flask import Flask
from gunicorn import util
from gunicorn.app.base import BaseApplication
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from gunicorn.workers.sync import SyncWorker

from api import create_app
from api.openapi import JUDGE_EXAMPLE
from api.problems import PROBLEM_JSON
from checker.model.compiled import TIERS, compiled
from checker.wire import answers, telling
from checker.wire.dumping import dump

MOST_PORT = 65_535


def serve(host: str = "127.0.0.1", port: int = 8000, workers: int = 2) -> None:
    """Serves until it is told to stop; port 0 takes any free one.

    Raises ``SystemExit`` with one line when the address cannot be listened on.
    """
    listening = _listen(host, port)
    greeting = _greeting(listening)
    # The server makes the socket its own and closes it.
    _Server(listening.detach(), workers, greeting).run()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        if not 0 <= port <= MOST_PORT:
            raise OSError(f"a port is a number from 0 to {MOST_PORT}")
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise SystemExit(f"cannot listen on {host}:{port}: {error.strerror or error}") from None


class _Server(BaseApplication):
    """Gunicorn on a socket that is bound already, so that a taken port fails at once."""

    def __init__(self, descriptor: int, workers: int, greeting: str) -> None:
        self.descriptor, self.workers, self.greeting = descriptor, workers, greeting
        super().__init__()

    def load_config(self) -> None:
        """The settings; nothing is read from files or from the command line."""
        settings: dict[str, Any] = {
            "bind": f"fd://{self.descriptor}",
            "workers": self.workers,
            "worker_class": "api.serving.ProblemWorker",
            "threads": 1,
            # Above the time limit of one query, so that it is the solver that gives up first.
            "timeout": 60,
            "loglevel": "warning",
            "control_socket_disable": True,
            "when_ready": lambda _arbiter: print(self.greeting, flush=True),
            "post_worker_init": lambda _worker: _warm_up(),
        }
        for name, value in settings.items():
            # Older releases lack some settings, whose absence is what is asked for.
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Flask:
        """The application, made in each worker."""
        return create_app()


class ProblemWorker(SyncWorker):
    """A worker that answers a request which is not even HTTP with a problem, too."""

    def handle_error(
        self, req: object, client: socket.socket, addr: object, exc: BaseException
    ) -> None:
        """Answers once and closes the connection."""
        status, detail = _status(exc), "the request cannot be read as HTTP"
        if status == HTTPStatus.INTERNAL_SERVER_ERROR:
            detail = "the service failed"
            self.log.error(detail, exc_info=exc)
        body = dump(telling.problem(status, detail)).encode()
        head = (
            f"HTTP/1.1 {status} {status.phrase}\r\nContent-Type: {PROBLEM_JSON}\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        with suppress(OSError):
            util.write_nonblock(client, head.encode() + body)


def _warm_up() -> None:
    """Compiles the model for usual sizes, and keeps it out of every later garbage collection."""
    for bounds in TIERS[:3]:
        compiled(bounds)
    answers.judge(JUDGE_EXAMPLE)
    gc.collect()
    gc.freeze()


def _status(error: BaseException) -> HTTPStatus:
    match error:
        case LimitRequestLine():
            return HTTPStatus.REQUEST_URI_TOO_LONG
        case LimitRequestHeaders():
            return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        case ParseException():
            return HTTPStatus.BAD_REQUEST
    return HTTPStatus.INTERNAL_SERVER_ERROR


def _greeting(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    body = json.dumps(JUDGE_EXAMPLE)
    return (
        f"listening on {url}, documentation at {url}/docs\n"
        f"curl -s {url}/v1/judge -H 'Content-Type: application/json' -d '{body}'\n"
        "stop it with Ctrl-C"
    )
