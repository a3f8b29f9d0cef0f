"""Revokes a key twenty times while three servers on one PostgreSQL use it.

    tests/load/revocations.py --rounds 20

In every other round one server is stopped (SIGSTOP) before the revocation and goes on after it. No
request that is sent after `licence keys revoke` returned is answered, and it returns in time.
"""
import signal
import threading
import time

from measure import Bounds
from service import arguments, workspace

CHECK = "/v1/check?domain=nowhere-on-record.example"
SERVERS = 3
CLIENTS = 2


class Use:
    """Uses a key on one server until it is refused after the revocation."""

    def __init__(self, server, key, revoked):
        self.server, self.key, self.revoked = server, key, revoked
        self.requests, self.late = 0, 0
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while True:
            began_after = self.revoked.is_set()
            status, _ = self.server.get(CHECK, self.key)
            self.requests += 1
            if began_after and status == 200:
                self.late += 1
            if began_after and status == 401:
                return


def main():
    options = arguments(__doc__, rounds=20)
    if not options.postgres:
        raise SystemExit("--postgres is needed: three servers share one PostgreSQL")
    bounds = Bounds()
    with workspace(options.programs) as work:
        database = work.database(options.postgres)
        account = work.licence(database, "accounts", "create", "Load", "--plan", "enterprise")["id"]
        servers = [work.server(database) for _ in range(SERVERS)]
        taken, requests, late = [], 0, 0
        for number in range(options.rounds):
            key = work.licence(database, "keys", "create", "--account", account, "--label", "load")
            seconds, uses = revoke(work, database, servers, key, number % 2 == 1)
            taken.append(seconds)
            requests += sum(use.requests for use in uses)
            late += sum(use.late for use in uses)
        print(f"{requests} requests in {options.rounds} rounds")
        bounds.exactly("requests answered after the revocation", late, 0)
        bounds.at_most("longest revocation beside running servers, in seconds", max(taken[::2]), 2)
        bounds.at_most("longest revocation beside a stopped server, in seconds",
                       max(taken[1::2], default=0), 2)
    bounds.finish()


def revoke(work, database, servers, key, stops):
    """Returns how long the revocation took, and the uses of the key meanwhile."""
    revoked = threading.Event()
    uses = [Use(server, key["key"], revoked) for server in servers for _ in range(CLIENTS)]
    time.sleep(0.3)
    if stops:
        servers[0].process.send_signal(signal.SIGSTOP)
    begun = time.monotonic()
    work.licence(database, "keys", "revoke", key["id"])
    seconds = time.monotonic() - begun
    revoked.set()
    servers[0].process.send_signal(signal.SIGCONT)
    for use in uses:
        use.thread.join()
    return seconds, uses


if __name__ == "__main__":
    main()
