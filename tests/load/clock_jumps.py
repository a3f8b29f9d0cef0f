"""Moves the clock of a running server by an hour, both ways, while it delivers webhooks.

Needs libfaketime (Debian: `apt-get install faketime`). Customers are served all along, no event
is lost, and each jump repeats at most what was in flight.
"""
import glob
import time

from measure import Bounds, Probe, Receiver
from service import arguments, each_database, licence

ENDPOINTS = 2
# Attempts of one endpoint that are begun and not written: 8 that go on and 40 answers.
IN_FLIGHT = 48
HOUR = 3600
JUMPS = [HOUR, 0, -HOUR, 0]
LIBRARY = "/usr/lib/*/faketime/libfaketimeMT.so.1"


class Clock:
    """The clock of one server: an offset in a file that libfaketime reads at every call."""

    def __init__(self, folder):
        found = glob.glob(LIBRARY)
        if not found:
            raise SystemExit(f"{LIBRARY} is not there: apt-get install faketime")
        self.file = folder / "clock"
        self.set(0)
        self.environment = {
            "LD_PRELOAD": found[0], "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_NO_CACHE": "1",
            # Timers go by the monotonic clock, which no jump moves.
            "DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}

    def set(self, offset):
        written = self.file.with_suffix(".new")
        written.write_text(f"{offset:+d}\n")
        written.replace(self.file)


def main():
    options = arguments(__doc__, events=1_000)
    bounds = Bounds()
    for work, database in each_database(options):
        jump(work, database, options.events, bounds)
    bounds.finish()


def jump(work, database, events, bounds):
    account, key = work.account(database)
    work.licence(database, "registers", "apply",
                 work.reading("first", "MGA", [licence(1)], time.time() - 3 * HOUR))
    receiver = Receiver()
    for endpoint in range(ENDPOINTS):
        work.licence(database, "webhooks", "create", "--account", account, "--url",
                     receiver.url(f"/{endpoint}"), "--event", "license.issued",
                     "--no-watchlist-only")
    clock = Clock(work.folder)
    server = work.server(database, **clock.environment)
    probe = Probe(server, key)
    probe.start()
    sent, issued = 0, 2
    for offset in [0, *JUMPS]:
        rows = [licence(n) for n in [1, *range(issued, issued + events)]]
        issued, sent = issued + events, sent + events * ENDPOINTS
        # Events come by the true clock: the server's differs from it, as another machine's may.
        work.licence(database, "registers", "apply", work.reading(
            "next", "MGA", rows, time.time() - 2 * HOUR + issued, complete=False))
        # Half of these are on their way when the clock jumps.
        receiver.wait_for(sent - events, 60)
        clock.set(offset)
    # The last jump has put the clock right: what is left is due now.
    receiver.wait_for(sent, 120)
    time.sleep(2)
    different, arrived = receiver.totals()
    probe.finish()
    name = f"{database.kind}: {len(JUMPS)} jumps"
    bounds.exactly(f"{name}, deliveries that arrived", different, sent)
    bounds.at_most(f"{name}, deliveries that came again", arrived - different,
                   len(JUMPS) * ENDPOINTS * IN_FLIGHT)
    bounds.exactly(f"{name}, checks that failed", sum(probe.failures.values()), 0)
    bounds.exactly(f"{name}, exit code after SIGTERM", server.stop(), 0)


if __name__ == "__main__":
    main()
