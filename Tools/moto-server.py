#!/usr/bin/env python3
"""A server of buckets for tests: moto-server.py FOLDER

It is moto's, from PyPI, into which the folders below FOLDER are put as buckets. Prints the port.
"""
import http.client
import os
import signal
import sys
import urllib.parse

from moto.server import ThreadedMotoServer

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
port = server.get_host_and_port()[1]
connection = http.client.HTTPConnection("127.0.0.1", port)


def put(path, body=b""):
    connection.request("PUT", urllib.parse.quote(path), body)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200, (path, answer.status)


for base, folders, names in os.walk(sys.argv[1]):
    path = "/" + os.path.relpath(base, sys.argv[1])
    if path.count("/") == 1 and path != "/.":
        put(path)
    for name in names:
        put(f"{path}/{name}", open(f"{base}/{name}", "rb").read())
print("port", port, flush=True)
signal.pause()
