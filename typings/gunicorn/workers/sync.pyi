import logging
import socket

class SyncWorker:
    log: logging.Logger
    def handle_error(
        self, req: object, client: socket.socket, addr: object, exc: BaseException
    ) -> None: ...
