"""Asks three servers on one PostgreSQL and Redis for more than a plan allows.

    tests/load/limits.py --clients 64 --largest 20000

Exactly the requests of a month are answered, and each answer of a small month tells a count of its
own. When a server is killed on the way, no more are answered, and at most the requests and the units
that it had are lost.
No second answers more than its limit.
"""
import http.client
import os
import threading
import time

from measure import Bounds
from service import arguments, authorization, workspace

CHECK = "/v1/check?domain=nowhere-on-record.example"
USED = "X-Monthly-Quota-Used"
REDIS = "LICENCE_TEST_CACHE_URL"
SERVERS = 3
A_SECOND, SECONDS = 200, 5
# Below, no server takes units in advance, which another one tells as used.
LEAST_LEFT = 1024
# And no server takes more of an account.
MOST_UNITS = 1024


class Client(threading.Thread):
    """Asks one server until a limit refuses, until `stopped`, or until the server is gone."""

    def __init__(self, server, key, stopped):
        super().__init__(daemon=True)
        self.server, self.key, self.stopped = server, key, stopped
        self.counts, self.refused, self.lost = [], 0, 0

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        while not self.stopped(self):
            try:
                connection.request("GET", CHECK, headers=authorization(self.key))
                answer = connection.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException):
                self.lost += 1
                break
            if answer.status == 200:
                self.counts.append(int(answer.getheader(USED, "0")))
            else:
                assert answer.status == 429, answer.status
                self.refused += 1
        connection.close()


def main():
    options = arguments(__doc__, {"redis": f"a Redis server [env: {REDIS}]"}, clients=64,
                        largest=20_000)
    redis = options.redis or os.environ.get(REDIS)
    if not options.postgres or not redis:
        raise SystemExit("--postgres and --redis are needed: three servers share both")
    bounds = Bounds()
    for cap in [20, 1_000, options.largest]:
        with_servers(options, redis, f'requests_per_second = "unlimited"\nrequests_per_month = {cap}',
                     lambda servers, key: whole_month(bounds, options, cap, servers, key))
    for cap in [1_000, options.largest]:
        with_servers(options, redis, f'requests_per_second = "unlimited"\nrequests_per_month = {cap}',
                     lambda servers, key: with_a_kill(bounds, options, cap, servers, key))
    with_servers(options, redis, f'requests_per_second = {A_SECOND}\nrequests_per_month = "unlimited"',
                 lambda servers, key: seconds(bounds, options, servers, key))
    bounds.finish()


def with_servers(options, redis, limits, measure):
    """Measures three servers whose plan `pro` has these limits."""
    with workspace(options.programs) as work:
        with work.config.open("a") as config:
            config.write(f"[plans.pro]\n{limits}\n")
        database = work.database(options.postgres)
        key = work.account(database, plan="pro")[1]
        measure([work.server(database, "--cache-url", redis) for _ in range(SERVERS)], key)


def ask(options, servers, key, stopped):
    """Returns the running clients, in turn of each server."""
    clients = [Client(servers[number % SERVERS], key, stopped) for number in range(options.clients)]
    for client in clients:
        client.start()
    return clients


def counts_of(clients):
    for client in clients:
        client.join()
    return sorted(count for client in clients for count in client.counts)


def whole_month(bounds, options, cap, servers, key):
    clients = ask(options, servers, key, lambda client: client.refused >= 3)
    counts = counts_of(clients)
    bounds.exactly(f"answered of a cap of {cap}", len(counts), cap)
    if cap < LEAST_LEFT:
        told = sum(count == place for place, count in enumerate(counts, start=1))
        bounds.exactly("  with a count of their own", told, cap)


def with_a_kill(bounds, options, cap, servers, key):
    clients = ask(options, servers, key, lambda client: client.refused >= 3)
    while sum(len(client.counts) for client in clients) < cap // 2:
        time.sleep(0.001)
    servers[0].kill()
    answered = len(counts_of(clients))
    bounds.at_most(f"answered of a cap of {cap}, with a server killed", answered, cap)
    lost = sum(client.lost for client in clients)
    held = 0 if cap < LEAST_LEFT else MOST_UNITS
    bounds.at_most("  not answered, beyond those that the killed server had",
                   max(0, cap - answered - lost), held)


def seconds(bounds, options, servers, key):
    time.sleep(1 - time.time() % 1)
    begun = time.time()
    clients = ask(options, servers, key, lambda client: time.time() > begun + SECONDS - 0.1)
    answered = len(counts_of(clients))
    bounds.at_most(f"answered in {SECONDS} seconds of {A_SECOND}", answered, A_SECOND * SECONDS)
    bounds.at_most("  fewer than that", A_SECOND * SECONDS - answered, 0)


if __name__ == "__main__":
    main()
