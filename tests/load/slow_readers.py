#!/usr/bin/env python3
"""An export of about 25 MB to a reader at 300 kB/s, which must get all of it, and to one that
stops, which must be cut after 30 s, logged and counted.

Loopback only, bounded rates; ends by itself after about two minutes. An export of 200 MB to a
reader at 200 kB/s takes 17 minutes: --licences 480000 --rate 200000.
"""

import argparse
import http.client
import json
import os
import re
import socket
import subprocess
import tempfile
import threading
import time

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--programs", default="target/release", help="the folder of the binaries")
parser.add_argument("--licences", type=int, default=60_000, help="how many rows the export has")
parser.add_argument("--rate", type=int, default=300_000, help="bytes a second of the slow reader")
options = parser.parse_args()
BINARIES = os.path.realpath(options.programs)
LICENCES = options.licences
RATE = options.rate
STOPS_AFTER = 100_000


def reading():
    """A register in the neutral form, large enough."""
    licences = [
        {
            "operator": {"upstream_id": str(nth), "name": f"Operator {nth}"},
            "license_number": f"{nth:06}-R-{nth:06}-001",
            "status_text": "Active",
            "license_types": ["Remote"],
            "license_type_raw": "Remote, with a long wording of its activities. " * 2,
            "domains": [],
        }
        for nth in range(1, LICENCES + 1)
    ]
    return {
        "jurisdiction": "UKGC",
        "read_at": "2026-11-01T06:00:00.000Z",
        "complete": True,
        "source_url": "https://register.example/licences.csv",
        "source_kind": "dump",
        "licences": licences,
        "regulatory_actions": [],
    }


def run(*arguments, **more):
    command = [os.path.join(BINARIES, "licence"), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def ask(address, key):
    host, port = address.split(":")
    sock = socket.create_connection((host, int(port)))
    sock.sendall(
        f"GET /v1/export/licences HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {key}\r\n"
        "connection: close\r\n\r\n".encode()
    )
    return sock


def read_slowly(address, key, outcome):
    connection, received, began = http.client.HTTPConnection(address), bytearray(), time.monotonic()
    headers = {"Authorization": f"Bearer {key}"}
    connection.request("GET", "/v1/export/licences", headers=headers)
    response = connection.getresponse()
    outcome["expected"] = int(response.headers["X-Export-Row-Count"])
    # A cut export raises IncompleteRead.
    while part := response.read(RATE // 10):
        received += part
        time.sleep(max(0.0, began + len(received) / RATE - time.monotonic()))
    outcome["bytes"] = len(received)
    outcome["seconds"] = round(time.monotonic() - began)
    outcome["rows"] = received.count(b"\r\n") - 1


def stop_reading(address, key, outcome):
    sock, received = ask(address, key), 0
    while received < STOPS_AFTER:
        received += len(sock.recv(4096))
    began = time.monotonic()
    try:
        # Sending shows the end of the connection without taking anything of the reply.
        while time.monotonic() - began < 90:
            time.sleep(0.5)
            sock.sendall(b"x")
    except OSError:
        outcome["cut_after"] = time.monotonic() - began


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("reading.json", "w", encoding="utf-8") as file:
            json.dump(reading(), file)
        run("registers", "apply", "reading.json")
        account = json.loads(run("accounts", "create", "load", "--plan", "enterprise", "--json"))
        key = json.loads(run("keys", "create", "--account", account["id"], "--label", "l", "--json"))
        with open("log", "w", encoding="utf-8") as log:
            server = subprocess.Popen(
                [os.path.join(BINARIES, "licence-server"), "--no-jobs", "--listen", "127.0.0.1:0"],
                stdout=subprocess.PIPE, stderr=log, text=True,
            )
        try:
            address = server.stdout.readline().strip().rsplit("/", 1)[-1]
            slow, stopped = {}, {}
            threads = [
                threading.Thread(target=read_slowly, args=(address, key["key"], slow)),
                threading.Thread(target=stop_reading, args=(address, key["key"], stopped)),
            ]
            [thread.start() for thread in threads]
            [thread.join() for thread in threads]
        finally:
            server.terminate()
            code = server.wait(20)
        with open("log", encoding="utf-8") as log:
            lines = [line for line in log if "an export was cut" in line]
    print("slow reader:", slow)
    print("reader that stopped:", stopped)
    print("log:", *(re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in lines))
    assert slow.get("rows") == slow["expected"] == LICENCES, "the slow reader's export was cut"
    assert 28 <= stopped.get("cut_after", 90) <= 45, "the reader that stopped was not cut in time"
    assert len(lines) == 1 and "reader_stalled" in lines[0], "one line of the log says so"
    assert code == 0, f"the server ended with {code}"


if __name__ == "__main__":
    main()
