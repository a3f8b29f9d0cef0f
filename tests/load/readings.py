"""Applies readings of a large register while 100 customers change their watchlists.

    tests/load/readings.py --licences 50000 --customers 100

A customer puts an operator on the list and takes it off again, twice a second. One reading is
partial and adds a licence, the other one is complete and changes the status of a licence: neither
may hold up the customers for longer than it takes to write what it changes.
"""
import http.client
import json
import subprocess
import threading
import time

from measure import Bounds, percentile
from service import arguments, authorization, each_database, environment, licence

PATH = "/v1/watchlist/operators"
PAUSE_SECONDS = 0.5
QUIET_SECONDS = 10
P99 = {"PostgreSQL": 50.0, "SQLite": 250.0}


class Customer(threading.Thread):
    """Changes the watchlist of an account until stopped; has the times of its writes."""

    def __init__(self, server, key, number):
        super().__init__(daemon=True)
        self.server, self.headers = server, authorization(key)
        self.slug = f"load-{number}-ltd"
        self.writes, self.failures, self.stopped = [], 0, threading.Event()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=600)
        body = json.dumps({"operator_slug": self.slug})
        while not self.stopped.wait(PAUSE_SECONDS):
            self.write(connection, "POST", PATH, body, 201)
            self.write(connection, "DELETE", f"{PATH}/{self.slug}", None, 204)
        connection.close()

    def write(self, connection, method, path, body, expected):
        begun = time.monotonic()
        headers = self.headers | ({"Content-Type": "application/json"} if body else {})
        try:
            connection.request(method, path, body=body, headers=headers)
            answer = connection.getresponse()
            answer.read()
            self.failures += answer.status != expected
        except (OSError, http.client.HTTPException):
            self.failures += 1
            connection.close()
        self.writes.append((begun, (time.monotonic() - begun) * 1000))


def main():
    options = arguments(__doc__, licences=50_000, customers=100)
    bounds = Bounds()
    for work, database in each_database(options):
        measure(work, database, options, bounds)
    bounds.finish()


def measure(work, database, options, bounds):
    now = time.time()
    listed = [licence(number) for number in range(options.licences)]
    work.licence(database, "registers", "apply", work.reading("first", "MGA", listed, now - 7200))
    partial = work.reading("partial", "MGA", [licence(options.licences)], now - 3600, complete=False)
    listed += [licence(options.licences)]
    listed[1] = licence(1, "Suspended")
    complete = work.reading("complete", "MGA", listed, now - 1800)
    server = work.server(database)
    keys = [work.account(database)[1] for _ in range(options.customers)]
    customers = [Customer(server, key, number) for number, key in enumerate(keys, start=2)]
    for customer in customers:
        customer.start()
    begun = time.monotonic()
    time.sleep(QUIET_SECONDS)
    report(database, "no reading", customers, begun, time.monotonic())
    for what, reading in [("partial reading", partial), ("complete reading", complete)]:
        begun = time.monotonic()
        command = work.command(database, "registers", "apply", reading)
        subprocess.run(command, env=environment(), check=True, stdout=subprocess.DEVNULL)
        ended = time.monotonic()
        # Those that waited for the reading have their answers afterwards.
        time.sleep(QUIET_SECONDS)
        p99 = report(database, what, customers, begun, ended)
        bounds.at_most(f"{database.kind}, {what}: p99 of writes, ms", p99, P99[database.kind])
    for customer in customers:
        customer.stopped.set()
    for customer in customers:
        customer.join()
    bounds.exactly(f"{database.kind}: writes that failed", sum(c.failures for c in customers), 0)


def report(database, what, customers, begun, ended):
    """Prints the times of the writes between two instants; returns their 99th percentile in ms."""
    taken = [took for customer in customers for start, took in list(customer.writes)
             if start <= ended and start + took / 1000 >= begun]
    p99, longest = percentile(taken, 99), max(taken, default=0.0)
    print(f"{database.kind}, {what}: {ended - begun:.1f} s, {len(taken)} writes, "
          f"p50 {percentile(taken, 50):.1f} ms, p99 {p99:.1f} ms, longest {longest:.1f} ms")
    return p99


if __name__ == "__main__":
    main()
