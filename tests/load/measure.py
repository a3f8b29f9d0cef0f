"""What the load scripts measure: a customer's checks, webhooks received, figures against bounds."""
import http.client
import sys
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from service import authorization


class Probe(threading.Thread):
    """Measures a customer's keyed checks, one after another on one connection, until stopped.

    The customer has an address of its own: 127.0.0.2."""

    def __init__(self, server, key, domain="load-1.example", pause=0.005):
        super().__init__(daemon=True)
        self.server, self.key, self.pause = server, key, pause
        self.path = f"/v1/check?domain={domain}"
        self.milliseconds, self.failures, self.stopped = [], Counter(), threading.Event()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30,
                                                source_address=("127.0.0.2", 0))
        while not self.stopped.wait(self.pause):
            begun = time.monotonic()
            try:
                connection.request("GET", self.path, headers=authorization(self.key))
                answer = connection.getresponse()
                answer.read()
                if answer.status != 200:
                    self.failures[answer.status] += 1
            except (OSError, http.client.HTTPException) as error:
                self.failures[type(error).__name__] += 1
                connection.close()
            self.milliseconds.append((time.monotonic() - begun) * 1000)
        connection.close()

    def finish(self):
        """Stops; returns the 95th percentile in milliseconds."""
        self.stopped.set()
        self.join()
        return percentile(self.milliseconds, 95)

    @classmethod
    def during(cls, server, key, seconds):
        """Returns a finished probe of so many seconds."""
        probe = cls(server, key)
        probe.start()
        time.sleep(seconds)
        probe.finish()
        return probe


def percentile(values, percent):
    """Returns the value that this percentage of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else 0.0


class Receiver:
    """Receives webhooks on loopback, answers 200, and counts them by path and event."""

    def __init__(self):
        self.counts, self.lock = Counter(), threading.Lock()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                with receiver.lock:
                    receiver.counts[self.path, self.headers["X-Service-Event-Id"]] += 1
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        class Listener(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *_):
                # A killed sender resets its connections.
                pass

        self.listener = Listener(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    def url(self, path):
        return f"http://127.0.0.1:{self.listener.server_port}{path}"

    def totals(self):
        """Returns how many different deliveries arrived, and how many arrivals there were."""
        with self.lock:
            return len(self.counts), sum(self.counts.values())

    def wait_for(self, different, seconds):
        """Waits until so many different deliveries arrived, or the time is over."""
        end = time.monotonic() + seconds
        while self.totals()[0] < different and time.monotonic() < end:
            time.sleep(0.05)
        return self.totals()


class Bounds:
    """Prints each figure beside its bound and remembers the ones that were missed."""

    def __init__(self):
        self.missed = 0

    def at_most(self, what, figure, bound):
        self.note(what, figure, "<=", bound, figure <= bound)

    def at_least(self, what, figure, bound):
        self.note(what, figure, ">=", bound, figure >= bound)

    def exactly(self, what, figure, bound):
        self.note(what, figure, "==", bound, figure == bound)

    def note(self, what, figure, sign, bound, is_met):
        shown = [f"{value:.1f}" if isinstance(value, float) else str(value)
                 for value in (figure, bound)]
        print(f"{'ok  ' if is_met else 'MISS'} {what}: {shown[0]} {sign} {shown[1]}", flush=True)
        self.missed += not is_met

    def finish(self):
        """Ends the script: exit code 1 when a bound was missed."""
        sys.exit(1 if self.missed else 0)
