"""Reads hostile register files at the terminal and by a running server.

Every file is refused in one line within 15 s; the server stays up, serves its customers, and its
own process grows by at most 64 MB.
"""
import contextlib
import subprocess
import threading
import time
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from bomb_files import bombs
from measure import Bounds, Probe
from service import arguments, environment, licence, workspace

SECONDS_EACH = 15
GROWTH = 64 << 20


def main():
    options = arguments(__doc__, files=200, server_files=36)
    bounds = Bounds()
    with workspace(options.programs) as work:
        database = work.database()
        _, key = work.account(database)
        work.licence(database, "registers", "apply",
                     work.reading("first", "MGA", [licence(1)], time.time() - 3600))
        at_the_terminal(work, database, options.files, bounds)
        by_the_server(work, database, key, options.server_files, bounds)
    bounds.finish()


def at_the_terminal(work, database, files, bounds):
    slowest, faults = 0.0, []
    for nth, (code, name, content) in enumerate(bombs(files)):
        path = work.folder / name
        path.write_bytes(content)
        begun = time.monotonic()
        command = work.command(database, "registers", "read", code, "--from", str(path))
        try:
            ran = subprocess.run(command, env=environment(), capture_output=True, text=True,
                                 timeout=4 * SECONDS_EACH)
            lines = ran.stderr.strip().splitlines()
            if ran.returncode not in (2, 5) or len(lines) != 1:
                faults.append(f"{nth} {code} {name}: exit {ran.returncode}, {len(lines)} lines")
        except subprocess.TimeoutExpired:
            faults.append(f"{nth} {code} {name}: not refused in {4 * SECONDS_EACH} s")
        slowest = max(slowest, time.monotonic() - begun)
        path.unlink()
    for fault in faults:
        print(f"     {fault}")
    bounds.exactly(f"files of {files} not refused in one line", len(faults), 0)
    bounds.at_most("seconds for the slowest file", slowest, float(SECONDS_EACH))


def by_the_server(work, database, key, files, bounds):
    site = Site(bombs(files))
    config = work.config.read_text()
    for code in site.files:
        urls = f'[registers.{code}]\nurls = ["{site.url(code)}"]\nevery = "1s"\n'
        config = config.replace(f"[registers.{code}]\nurls = []\n", urls)
    work.config.write_text(config)
    server = work.server(database)
    quiet = server.resident_bytes()
    probe = Probe(server, key)
    probe.start()
    most, end = quiet, time.monotonic() + files * SECONDS_EACH
    while site.left() and server.is_running() and time.monotonic() < end:
        most = max(most, server.resident_bytes())
        time.sleep(0.1)
    time.sleep(SECONDS_EACH)
    p95 = probe.finish()
    bounds.exactly("files that the server did not come to", site.left(), 0)
    bounds.exactly("the server is running", server.is_running(), True)
    bounds.at_most("growth of the server in MB", (most - quiet) / (1 << 20), GROWTH / (1 << 20))
    bounds.exactly("checks that failed meanwhile", sum(probe.failures.values()), 0)
    bounds.at_most("p95 of checks meanwhile, ms", p95, 100.0)
    if server.is_running():
        begun = time.monotonic()
        bounds.exactly("exit code after SIGTERM", server.stop(), 0)
        bounds.at_most("seconds to stop", time.monotonic() - begun, 15.0)


class Site:
    """Answers each read of a register with its next hostile file."""

    def __init__(self, every_bomb):
        self.files, self.lock = defaultdict(list), threading.Lock()
        for code, _, content in every_bomb:
            self.files[code].append(content)
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                with site.lock:
                    left = site.files.get(self.path.strip("/"))
                    content = left.pop() if left else None
                self.send_response(404 if content is None else 200)
                self.send_header("Content-Length", str(len(content or b"")))
                self.end_headers()
                # The server hangs up on a file that is too large.
                with contextlib.suppress(ConnectionError):
                    self.wfile.write(content or b"")

            def log_message(self, *_):
                pass

        self.listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.listener.daemon_threads = True
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    def url(self, code):
        return f"http://127.0.0.1:{self.listener.server_port}/{code}"

    def left(self):
        with self.lock:
            return sum(map(len, self.files.values()))


if __name__ == "__main__":
    main()
