"""A small reverse proxy on loopback, as Caddy or nginx would stand before the server."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.qb_app.web.serving import PATIENCE


@contextmanager
def proxied(port: int) -> Iterator[int]:
    """The port of a proxy before that port: it hands on everything, and adds who asked."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            upstream = http.client.HTTPConnection("127.0.0.1", port, PATIENCE)
            try:
                headers = dict(self.headers.items())
                before = [headers["X-Forwarded-For"]] if "X-Forwarded-For" in headers else []
                headers["X-Forwarded-For"] = ", ".join((*before, self.client_address[0]))
                body = self.rfile.read(int(headers.get("Content-Length", "0")))
                upstream.request(self.command, self.path, body, headers)
                self._hand_back(upstream.getresponse())
            finally:
                upstream.close()

        do_POST = do_GET  # noqa: N815

        def _hand_back(self, response: http.client.HTTPResponse) -> None:
            self.send_response_only(response.status)
            for name, value in response.getheaders():
                if name.lower() not in ("transfer-encoding", "connection"):
                    self.send_header(name, value)
            self.end_headers()
            while piece := response.read1(10_000):
                self.wfile.write(piece)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join(PATIENCE)
