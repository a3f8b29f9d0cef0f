"""Runs an older version and this one side by side on one PostgreSQL, as in an upgrade.

    tests/load/two_versions.py --older /path/to/older/binaries

The older server goes on answering after this one has migrated the database. Webhooks of events
that this version records arrive once, whichever server sends them, but for what was in flight.
"""
import time
from pathlib import Path

from measure import Bounds, Probe, Receiver
from service import arguments, licence, workspace

ENDPOINTS = 2
# Attempts of one endpoint that are begun and not written: 8 that go on and 40 answers.
IN_FLIGHT = 48


def main():
    options = arguments(__doc__, texts={"older": "the folder of the older binaries"}, events=1_000)
    if not (options.postgres and options.older):
        raise SystemExit("--postgres and --older are needed: two servers share one PostgreSQL")
    bounds = Bounds()
    with workspace(options.programs) as work:
        upgrade(work, work.database(options.postgres), Path(options.older), options.events, bounds)
    bounds.finish()


def upgrade(work, database, older, events, bounds):
    account, key = work.account(database, programs=older)
    receiver = Receiver()
    for endpoint in range(ENDPOINTS):
        work.licence(database, "webhooks", "create", "--account", account, "--url",
                     receiver.url(f"/{endpoint}"), "--event", "license.issued",
                     "--no-watchlist-only", programs=older)
    begun = time.time() - 3600
    issue(work, database, range(1, events + 1), begun, older)
    old = work.server(database, programs=older)
    receiver.wait_for(events * ENDPOINTS // 2, 60)
    old_probe = Probe(old, key)
    old_probe.start()
    new = work.server(database)
    new_probe = Probe(new, key)
    new_probe.start()
    issue(work, database, range(events + 1, 2 * events + 1), begun + 60, None)
    total = 2 * events * ENDPOINTS
    receiver.wait_for(total, 120)
    old_probe.finish()
    bounds.exactly("checks of the older server that failed", sum(old_probe.failures.values()), 0)
    bounds.exactly("health of the older server", old.get("/v1/health")[0], 200)
    bounds.exactly("exit code of the older server", old.stop(), 0)
    issue(work, database, range(2 * events + 1, 3 * events + 1), begun + 120, None)
    total += events * ENDPOINTS
    receiver.wait_for(total, 120)
    time.sleep(2)
    new_probe.finish()
    different, arrived = receiver.totals()
    bounds.exactly("checks of this server that failed", sum(new_probe.failures.values()), 0)
    bounds.exactly("deliveries that arrived", different, total)
    bounds.at_most("deliveries that came again", arrived - different, ENDPOINTS * IN_FLIGHT)
    status, _ = new.get(f"/v1/check?domain=load-{3 * events}.example", key)
    bounds.exactly("check of the newest licence", status, 200)
    bounds.exactly("exit code of this server", new.stop(), 0)


def issue(work, database, numbers, read_at, programs):
    """Applies a reading that issues these licences, by the command line of this folder."""
    rows = [licence(number) for number in numbers]
    path = work.reading("issued", "MGA", rows, read_at, complete=False)
    work.licence(database, "registers", "apply", path, programs=programs)


if __name__ == "__main__":
    main()
