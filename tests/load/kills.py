"""Kills `licence registers apply` and the server that delivers webhooks, at random moments.

A reading is applied whole or not at all, and the next run completes it. No delivery is lost, and
each kill repeats at most what was in flight.
"""
import random
import subprocess
import time

from measure import Bounds, Receiver
from service import arguments, environment, licence, workspace

ENDPOINTS = 2
# Attempts of one endpoint that are begun and not written: 8 that go on and 40 answers.
IN_FLIGHT = 48
LEASE_SECONDS = 30


def main():
    options = arguments(__doc__, kills=20, licences=3_000, deliveries=2_500, seed=1)
    chance = random.Random(options.seed)
    bounds = Bounds()
    for server in filter(None, ["sqlite", options.postgres]):
        postgres = None if server == "sqlite" else server
        with workspace(options.programs) as work:
            kill_while_applying(work, work.database(postgres), options, chance, bounds)
        with workspace(options.programs) as work:
            kill_while_delivering(work, work.database(postgres), options, chance, bounds)
    bounds.finish()


def kill_while_applying(work, database, options, chance, bounds):
    """Applies ever larger readings, each killed once on its way and then applied to its end."""
    begun = time.time() - 2 * options.kills * 60
    held, mixed, killed = 0, 0, 0
    whole = seconds_to_apply(work, database, options, begun)
    held = options.licences
    for nth in range(1, options.kills + 1):
        wanted = held + options.licences // 10
        reading = work.reading("next", "MGA", [licence(n) for n in range(wanted)], begun + nth * 60)
        applying = subprocess.Popen(work.command(database, "registers", "apply", reading),
                                    env=environment(), stdout=subprocess.DEVNULL,
                                    stderr=subprocess.DEVNULL)
        time.sleep(whole * chance.random())
        applying.kill()
        killed += applying.wait() != 0
        mixed += licences(work, database) not in (held, wanted)
        work.licence(database, "registers", "apply", reading)
        mixed += licences(work, database) != wanted
        held = wanted
    name = f"{database.kind}: {killed} of {options.kills} runs of apply killed"
    bounds.at_least(f"{name}, killed in time", killed, options.kills // 4)
    bounds.exactly(f"{name}, mixed states", mixed, 0)


def seconds_to_apply(work, database, options, begun):
    """Applies the first reading and returns how long that took."""
    reading = work.reading("first", "MGA", [licence(n) for n in range(options.licences)], begun)
    started = time.monotonic()
    work.licence(database, "registers", "apply", reading)
    return time.monotonic() - started


def licences(work, database):
    """Returns how many licences are held: each has one domain, and an export has a row for each."""
    command = work.command(database, "export", "domains", "--format", "csv")
    exported = subprocess.run(command, env=environment(), check=True, capture_output=True)
    return exported.stdout.count(b"\n") - 1


def kill_while_delivering(work, database, options, chance, bounds):
    account, _ = work.account(database)
    receiver = Receiver()
    for endpoint in range(ENDPOINTS):
        work.licence(database, "webhooks", "create", "--account", account, "--url",
                     receiver.url(f"/{endpoint}"), "--event", "license.issued",
                     "--no-watchlist-only")
    reading = [licence(n) for n in range(options.deliveries)]
    work.licence(database, "registers", "apply", work.reading("issued", "MGA", reading, time.time()))
    total = ENDPOINTS * options.deliveries
    for _ in range(options.kills):
        reached = receiver.totals()[0]
        server = work.server(database)
        receiver.wait_for(min(total, reached + 1 + chance.randrange(total // options.kills)), 60)
        server.kill()
    unfinished = receiver.totals()[0] < total
    # What the last one had claimed is due again when its lease ends.
    server = work.server(database)
    different, arrived = receiver.wait_for(total, LEASE_SECONDS + 120)
    time.sleep(2)
    different, arrived = receiver.totals()
    bounds.exactly(f"{database.kind}: exit code after SIGTERM", server.stop(), 0)
    name = f"{database.kind}: {options.kills} kills while delivering"
    bounds.exactly(f"{name}, some left at the last kill", unfinished, True)
    bounds.exactly(f"{name}, deliveries that arrived", different, total)
    bounds.at_most(f"{name}, deliveries that came again", arrived - different,
                   options.kills * ENDPOINTS * IN_FLIGHT)


if __name__ == "__main__":
    main()
