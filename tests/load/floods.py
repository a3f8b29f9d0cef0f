"""Floods a server with HTTP/2 resets, silent sockets and unknown keys, and watches a customer.

The customer's checks never fail and stay fast; silent sockets are closed; the log stays short.
"""
import contextlib
import http.client
import resource
import socket
import struct
import threading
import time
from collections import Counter

from measure import Bounds, Probe
from service import arguments, authorization, licence, workspace

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
# GET / over http of "localhost", in the static table of HPACK.
HEADERS = b"\x82\x84\x86\x41\x09localhost"
CANCEL = 8
P95 = 50.0
LOG_LINES = 50
# The server closes a connection that says nothing after ten seconds.
SILENT_SECONDS = 20


def main():
    options = arguments(__doc__, seconds=10, resets=200_000, sockets=8_000, threads=32)
    sockets = min(options.sockets, allow_files(options.sockets + 500) - 500)
    bounds = Bounds()
    for kind in filter(None, ["sqlite", options.postgres]):
        with workspace(options.programs) as work:
            database = work.database(None if kind == "sqlite" else kind)
            _, key = work.account(database)
            work.licence(database, "registers", "apply",
                         work.reading("first", "MGA", [licence(1)], time.time() - 3600))
            server = work.server(database)
            print(f"{database.kind}: quiet p95 {Probe.during(server, key, 2).finish():.1f} ms")
            for name, flood in [
                    ("HTTP/2 resets", lambda: resets(server, options.resets, options.seconds)),
                    ("silent sockets", lambda: silence(server, sockets, bounds)),
                    ("unknown keys", lambda: unknown_keys(server, options, bounds))]:
                watch(server, key, f"{database.kind}, {name}", flood, bounds)
            bounds.exactly("the server is running", server.is_running(), True)
    bounds.finish()


def watch(server, key, name, flood, bounds):
    """Measures the customer while the flood runs, and the lines that it adds to the log."""
    lines = server.log.read_bytes().count(b"\n")
    probe = Probe(server, key)
    probe.start()
    flood()
    p95 = probe.finish()
    bounds.at_most(f"{name}: p95 of checks, ms", p95, P95)
    bounds.exactly(f"{name}: checks that failed", sum(probe.failures.values()), 0)
    added = server.log.read_bytes().count(b"\n") - lines
    bounds.at_most(f"{name}: lines in the log", added, LOG_LINES)


def allow_files(wanted):
    """Raises the limit of open files as far as this user may, and returns it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, most))
    return limit


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def resets(server, count, seconds):
    """Opens and cancels streams over four connections, anew whenever one is closed."""
    end = time.monotonic() + seconds
    sent = Counter()

    def cancel_streams(number):
        while sent[number] < count // 4 and time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(
                    ("127.0.0.1", server.port), timeout=5) as connection:
                connection.sendall(PREFACE + frame(4, 0, 0))
                for stream in range(1, 20_001, 100):
                    if time.monotonic() > end:
                        break
                    streams = range(stream | 1, stream + 100, 2)
                    connection.sendall(b"".join(
                        frame(1, 5, each, HEADERS) + frame(3, 0, each, struct.pack(">I", CANCEL))
                        for each in streams))
                    sent[number] += len(streams)

    run_threads(cancel_streams, 4)
    print(f"     {sum(sent.values())} streams opened and cancelled")


def silence(server, count, bounds):
    """Opens sockets that say nothing, and waits until the server has closed them."""
    with contextlib.ExitStack() as opened:
        sockets, refused = [], 0
        for _ in range(count):
            try:
                silent = socket.create_connection(("127.0.0.1", server.port), timeout=5)
                sockets.append(opened.enter_context(silent))
            except OSError:
                refused += 1
        print(f"     {len(sockets)} silent sockets, {refused} refused")
        time.sleep(SILENT_SECONDS)
        bounds.exactly("silent sockets still open", sum(map(is_open, sockets)), 0)


def is_open(connection):
    connection.setblocking(False)
    try:
        return bool(connection.recv(4096))
    except BlockingIOError:
        return True
    except OSError:
        return False


def unknown_keys(server, options, bounds):
    """Asks with keys that nobody has, as fast as the answers come."""
    end = time.monotonic() + options.seconds
    statuses = Counter()

    def ask(number):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        nth = 0
        while time.monotonic() < end:
            nth += 1
            key = f"lic_{number:04}{nth:028}"
            try:
                connection.request("GET", "/v1/check?domain=a.example", headers=authorization(key))
                answer = connection.getresponse()
                answer.read()
                statuses[answer.status] += 1
            except (OSError, http.client.HTTPException):
                statuses["closed"] += 1
                connection.close()
        connection.close()

    run_threads(ask, options.threads)
    print(f"     answers {dict(statuses)}")
    answered = sum(count for status, count in statuses.items() if status != "closed")
    bounds.exactly("answers other than 401", answered - statuses[401], 0)


def run_threads(work, count):
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
