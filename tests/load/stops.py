"""Tells a busy server to stop: a customer checks, an export and a delivery hang, a hostile register
is parsed, and the database takes no write.

The server ends with exit code 0 within 15 s, whatever is in flight.
"""
import http.client
import sqlite3
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from bomb_files import attributes
from measure import Bounds, Probe
from service import arguments, authorization, each_database, licence

SECONDS_TO_STOP = 15.0
# More than the buffers of two sockets hold.
LICENCES = 60_000


def main():
    options = arguments(__doc__, licences=LICENCES)
    bounds = Bounds()
    for work, database in each_database(options):
        stop_while_busy(work, database, options.licences, bounds)
    bounds.finish()


def stop_while_busy(work, database, licences, bounds):
    account, key = work.account(database)
    site = Site()
    work.licence(database, "webhooks", "create", "--account", account, "--url", site.url("/hook"),
                 "--event", "license.issued", "--no-watchlist-only")
    read_at = time.time() - 3600
    old = [licence(number) for number in range(licences)]
    work.licence(database, "registers", "apply", work.reading("old", "MGA", old, read_at))
    config = work.config.read_text()
    urls = f'[registers.AN]\nurls = ["{site.url("/register.html")}"]\n'
    work.config.write_text(config.replace("[registers.AN]\nurls = []\n", urls))
    server = work.server(database)
    probe = Probe(server, key)
    probe.start()
    export = http.client.HTTPConnection("127.0.0.1", server.port)
    export.request("GET", "/v1/export/licences", headers=authorization(key))
    export.getresponse().read(1_000)
    for what in ["delivery", "parse"]:
        bounds.exactly(f"{database.kind}: a {what} is in flight", site.waits_for(what, server), True)
    writer = Writer(database)
    begun = time.monotonic()
    code = server.stop(4 * SECONDS_TO_STOP)
    bounds.exactly(f"{database.kind}: exit code after SIGTERM", code, 0)
    bounds.at_most(f"{database.kind}: seconds to stop", time.monotonic() - begun, SECONDS_TO_STOP)
    probe.finish()
    writer.end()


class Site:
    """Serves a hostile register, and takes webhooks without ever answering."""

    def __init__(self):
        self.hooked, bomb, site = threading.Event(), attributes(400_000), self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Length", str(len(bomb)))
                self.end_headers()
                self.wfile.write(bomb)

            def do_POST(self):
                site.hooked.set()
                time.sleep(4 * SECONDS_TO_STOP)

            def log_message(self, *_):
                pass

        self.listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.listener.daemon_threads = True
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    def url(self, path):
        return f"http://127.0.0.1:{self.listener.server_port}{path}"

    def waits_for(self, what, server):
        """Waits until a delivery hangs, or a reader process of the server runs."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.hooked.is_set() if what == "delivery" else children(server.process.pid):
                return True
            time.sleep(0.01)
        return False


def children(pid):
    """Returns the processes that a process started and that still run."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return " ".join(task.read_text() for task in tasks).split()


class Writer:
    """Another process that writes to the database and does not end."""

    def __init__(self, database):
        if database.server:
            lock = "begin; lock table usage, deliveries in exclusive mode; select pg_sleep(120)"
            self.process = subprocess.Popen(["psql", "--quiet", "--dbname", database.url,
                                             "--command", lock], stdout=subprocess.DEVNULL,
                                            stderr=subprocess.DEVNULL)
            self.end = self.process.kill
            time.sleep(1)
        else:
            file = sqlite3.connect(database.url.removeprefix("sqlite://"), isolation_level=None,
                                   timeout=30)
            file.execute("begin immediate")
            self.end = file.close


if __name__ == "__main__":
    main()
