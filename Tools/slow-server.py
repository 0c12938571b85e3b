#!/usr/bin/env python3
"""A web server that misbehaves on request, to try out how tui copes.

    Tools/slow-server.py [--port 8765, 0 for any that is free] [folder]

Serves the files of a folder (by default Resources). The query controls how:
    rate=N       sends N bytes a second
    delay=S      waits S seconds before the response
    until=NAME   waits until the folder contains a file NAME before the response
    half         with until: sends half of the body first and waits then
    nolength     omits the Content-Length
    truncate=N   closes the connection after N bytes
    status=N     responds with status N, without the file
    moved=URL    redirects to URL (302)
    authorized=D responds with status 401 unless the SHA-256 of the Authorization field begins with D
    age=S        sends Cache-Control: max-age=S (otherwise no-cache, with an ETag)
    big=N        sends N zero bytes after a PNG signature instead of the file
    retry=N      sends Retry-After: N
    once         does all this for the first request of a URL only
    unless=NAME  does nothing of all this if the folder contains a file NAME
A URL that ends in a slash is the folder's index, which behaves as a last component ~QUERY says: /~status=403/
/deck.json is a deck that uses several of these; list.txt is a list; /page.html is a page that is not a picture. Every
request is logged as a line on standard output.
"""
import argparse
import hashlib
import http.server
import json
import os
import sys
import time
import urllib.parse


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        words = parts.path.split("/")[-2][1:] if parts.path.endswith("/") and "/~" in parts.path else parts.query
        query = urllib.parse.parse_qs(words, keep_blank_values=True)
        if "once" in query and self.path in self.server.seen:
            query = {}
        self.server.seen.add(self.path)
        if "unless" in query and os.path.exists(os.path.join(self.server.folder, query["unless"][0])):
            query = {}
        value = lambda name: query[name][0] if name in query else None
        if value("moved"):
            query["status"] = ["302"]
        field = self.headers.get("Authorization", "").encode()
        if value("authorized") and not hashlib.sha256(field).hexdigest().startswith(value("authorized")):
            query["status"] = ["401"]
        if value("delay"):
            time.sleep(float(value("delay")))
        if "half" not in query:
            self.wait_for(value("until"))
        status, kind, body = self.answer(parts.path, query)
        tag = '"%s"' % hashlib.sha256(body[:65536]).hexdigest()[:16]
        if status == 200 and self.headers.get("If-None-Match") == tag:
            status, body = 304, b""
        print(f"{status} {self.path}\n", end="", flush=True)
        self.send_response(status)
        if status != 304:
            self.send_header("Content-Type", kind)
        if value("age"):
            self.send_header("Cache-Control", "max-age=" + value("age"))
        else:
            self.send_header("Cache-Control", "no-cache")
        self.send_header("ETag", tag)
        if status == 302:
            self.send_header("Location", value("moved"))
        if status == 429 or value("retry"):
            self.send_header("Retry-After", value("retry") or "3")
        if "nolength" in query or status == 304:
            self.send_header("Connection", "close")
            self.close_connection = True
        else:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        end = int(value("truncate") or len(body))
        rate = float(value("rate") or 0)
        piece = max(1, int(rate / 20)) if rate else 1 << 16
        try:
            if "half" in query:
                half = len(body) // 2
                self.wfile.write(body[:half])
                body, end = body[half:], end - half
                self.wait_for(value("until"))
            for start in range(0, min(end, len(body)), piece):
                self.wfile.write(body[start:min(end, start + piece)])
                if rate:
                    time.sleep(piece / rate)
        except OSError:
            pass
        if end < len(body):
            self.close_connection = True

    def wait_for(self, name):
        while name and not os.path.exists(os.path.join(self.server.folder, os.path.basename(name))):
            time.sleep(0.02)

    def answer(self, path, query):
        if "status" in query:
            return int(query["status"][0]), "text/plain", b"as you asked\n"
        if "big" in query:
            return 200, "image/png", b"\x89PNG\r\n\x1a\n" + bytes(int(query["big"][0]))
        if path == "/page.html":
            return 200, "text/html", b"<!doctype html><title>no picture</title>"
        names = sorted(n for n in os.listdir(self.server.folder) if n.lower().endswith((".jpg", ".png", ".gif", ".webp")))
        if path == "/deck.json":
            ways = ["?rate=20000", "", "?delay=4", "?rate=15000&nolength", "?status=404", "?truncate=900", "?status=503"]
            deck = [{"image": n + w, "caption": f"{n} {w}"} for n, w in zip(names * len(ways), ways)]
            deck += [{"image": "page.html"}, {"image": "huge.png?big=100000000"}, {"image": "file:///etc/passwd"}]
            return 200, "application/json", json.dumps(deck).encode()
        if path.endswith("/"):
            return 200, "text/html", "".join(f"<a href='{n}'>{n}</a>\n" for n in names).encode()
        if os.path.basename(path) == "list.txt":
            return 200, "text/plain", "\n".join(names).encode()
        file = os.path.join(self.server.folder, os.path.basename(path))
        if not os.path.isfile(file):
            return 404, "text/plain", b"not here\n"
        with open(file, "rb") as stream:
            return 200, "application/octet-stream", stream.read()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8765)
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("folder", nargs="?", default=os.path.join(here, "..", "Resources"))
    arguments = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", arguments.port), Handler)
    server.daemon_threads = True
    server.folder = arguments.folder
    server.seen = set()
    print("port", server.server_address[1], flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit(0)
