#!/usr/bin/env python3
"""An sshd with its own keys behind a slow line, to try out how tui copes with the far side of ssh.

    Tools/slow-ssh.py [--latency 50, the round trip in ms] [--rate 20, in Mbit/s each way] [--tui FOLDER]

Prints "bin FOLDER port N": with that folder in front of PATH, tui ssh://127.0.0.1:N/dir finds an ssh that knows the keys. FOLDER has the
far side's tui. Then, while bytes pass the line, prints how many have come from the far side so far, and how many have gone there.
"""
import argparse
import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile

FILES = {
    "sshd_config": """ListenAddress 127.0.0.1
Port {inner}
HostKey {folder}/host
AuthorizedKeysFile {folder}/own.pub
PidFile none
StrictModes no
UsePAM no
PermitRootLogin yes
Subsystem sftp /usr/lib/openssh/sftp-server
ForceCommand PATH={tui}:$PATH exec sh -c "$SSH_ORIGINAL_COMMAND"
""",
    "config": """IdentityFile {folder}/own
IdentitiesOnly yes
UserKnownHostsFile {folder}/known
ControlPath {folder}/control
""",
    "bin/ssh": '#!/bin/sh\nexec /usr/bin/ssh -F {folder}/config "$@"\n',
}
# What a router holds back, in pieces of 8 kB; more would only delay what comes next.
HELD = 16


def listener():
    opened = socket.socket()
    # Inherited by connections: what the kernel holds must not hide the rate.
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
    opened.bind(("127.0.0.1", 0))
    return opened


async def pass_on(reader, writer, delay, rate, count):
    """Writes what is read, each piece once the line has had the time for it, and a delay later."""
    loop, pieces, free = asyncio.get_running_loop(), asyncio.Queue(HELD), 0

    async def deliver():
        while piece := await pieces.get():
            await asyncio.sleep(max(0, piece[0] - loop.time()))
            writer.write(piece[1])
            await writer.drain()
        writer.close()

    delivering = asyncio.create_task(deliver())
    while data := await reader.read(8192):
        free = max(free, loop.time()) + len(data) / rate
        await asyncio.sleep(free - loop.time())
        await pieces.put((free + delay, data))
        count(len(data))
    await pieces.put(None)
    await delivering


async def run(options, folder, inner, outer):
    counts, printed = [0, 0], [0, 0]

    def counter(way):
        def add(bytes):
            counts[way] += bytes
        return add

    async def connected(reader, writer):
        # The handshake of TCP.
        await asyncio.sleep(options.latency / 1000)
        far = socket.socket()
        far.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        far.connect(("127.0.0.1", inner))
        far_reader, far_writer = await asyncio.open_connection(sock=far)
        delay, rate = options.latency / 2000, options.rate * 125_000
        await asyncio.gather(
            pass_on(far_reader, writer, delay, rate, counter(0)), pass_on(reader, far_writer, delay, rate, counter(1)),
            return_exceptions=True)

    await asyncio.start_server(connected, sock=outer)
    print("bin", f"{folder}/bin", "port", outer.getsockname()[1], flush=True)
    while True:
        await asyncio.sleep(0.02)
        if counts != printed:
            printed = list(counts)
            print(*counts, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--latency", type=float, default=50)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--tui", default="/usr/bin")
    options = parser.parse_args()
    free = listener()
    inner, outer = free.getsockname()[1], listener()
    free.close()
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/bin")
        if os.access("/run", os.W_OK):
            os.makedirs("/run/sshd", exist_ok=True)
        for key in ["host", "own"]:
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{folder}/{key}"], check=True)
        for name, text in FILES.items():
            with open(f"{folder}/{name}", "w") as file:
                file.write(text.format(folder=folder, inner=inner, tui=options.tui))
        os.chmod(f"{folder}/bin/ssh", 0o755)
        with open(f"{folder}/host.pub") as key, open(f"{folder}/known", "w") as known:
            known.write(f"[127.0.0.1]:{outer.getsockname()[1]} {key.read()}")
        server = subprocess.Popen([shutil.which("sshd") or "/usr/sbin/sshd", "-D", "-e", "-f", f"{folder}/sshd_config"], stderr=subprocess.DEVNULL)
        # As if interrupted, so that nothing is left behind.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            asyncio.run(run(options, folder, inner, outer))
        except KeyboardInterrupt:
            server.kill()


if __name__ == "__main__":
    main()
