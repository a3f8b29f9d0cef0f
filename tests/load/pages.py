"""Asks for every page of the dashboard over a full database, and prints the server's time of each.

    tests/load/pages.py --licences 200000 --events 1000000 --deliveries 100000

The time is that of the access log: from the head of the request to its answer. A page is asked for
once before it is measured. The account watches 1,000 operators and has one endpoint, to which all
deliveries went; one in a hundred failed seven times. It was refused 500 times in the last day.
"""
import csv
import http.client
import io
import json
import re
import sqlite3
import subprocess
import time
import urllib.parse

from measure import Bounds, percentile
from service import arguments, each_database, licence

WATCHED = 1_000
DAYS = 28
P95_MILLISECONDS = 50
NULL = "nothing"
BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def main():
    options = arguments(__doc__, licences=200_000, events=1_000_000, deliveries=100_000,
                        requests=50)
    bounds = Bounds()
    for work, database in each_database(options):
        measure(work, database, options, bounds)
    bounds.finish()


def measure(work, database, options, bounds):
    account, link = fill_by_commands(work, database, options)
    rows = Rows(work, database, account)
    rows.fill(options)
    server = work.server(database, "--dashboard-listen", "127.0.0.1:0",
                         "--log", "licence_server=info")
    visitor = Visitor(server, link)
    visitor.watch(rows.slugs[:WATCHED])
    pages = addresses(visitor, rows)
    for number, page in enumerate(pages):
        for nth in range(options.requests + 1):
            status = visitor.get(page, f"page-{number}-{nth}")[0]
            assert status == 200, f"{page}: {status}"
    taken = server_times(server)
    for number, page in enumerate(pages):
        times = [taken[f"page-{number}-{nth}"] for nth in range(1, options.requests + 1)]
        bounds.at_most(f"{database.kind}, p95 of {page[:60]} in ms", percentile(times, 95),
                       P95_MILLISECONDS)


def fill_by_commands(work, database, options):
    """Applies the licences; returns an account, and the path of a link for its owner."""
    listed = [licence(number) for number in range(options.licences)]
    reading = work.reading("full", "MGA", listed, time.time() - 3_600)
    work.licence(database, "registers", "apply", reading)
    account = work.licence(database, "accounts", "create", "Load", "--plan", "enterprise")["id"]
    link = work.licence(database, "accounts", "invite", account, "--name", "Ada", "--role", "owner")
    work.licence(database, "keys", "create", "--account", account, "--label", "load")
    return account, link["path"]


class Rows:
    """Rows that the service would take days to write, written by SQL."""

    def __init__(self, work, database, account):
        self.work, self.database, self.account = work, database, account
        operators = list(self.read("select id, slug from operators order by slug"))
        self.operators, self.slugs = zip(*operators)
        [(self.licence,)] = self.read("select id from licences order by id limit 1")
        self.endpoint = work.licence(database, "webhooks", "create", "--account", account, "--url",
                                     "http://127.0.0.1:9/", "--event", "license.issued",
                                     "--no-watchlist-only")["id"]

    def read(self, statement):
        if self.database.kind == "SQLite":
            with sqlite3.connect(self.path()) as connection:
                return connection.execute(statement).fetchall()
        text = self.psql("--csv", "--tuples-only", "--command", statement).stdout
        return [tuple(row) for row in csv.reader(io.StringIO(text))]

    def write(self, table, columns, rows):
        names = ", ".join(columns)
        if self.database.kind == "SQLite":
            marks = ", ".join("?" for _ in columns)
            with sqlite3.connect(self.path()) as connection:
                connection.executemany(f"insert into {table} ({names}) values ({marks})", rows)
            return
        text = io.StringIO()
        csv.writer(text).writerows([NULL if cell is None else cell for cell in row] for row in rows)
        self.psql("--command", f"\\copy {table} ({names}) from stdin with (format csv, null {NULL!r})",
                  text=text.getvalue())

    def path(self):
        return self.database.url.removeprefix("sqlite://")

    def psql(self, *words, text=None):
        command = ["psql", "--quiet", "--no-psqlrc", "--dbname", self.database.url, *words]
        return subprocess.run(command, check=True, input=text, capture_output=True, text=True)

    def fill(self, options):
        newest = int(time.time() * 1_000) - 60_000
        step = DAYS * 86_400_000 // options.events
        moments = [newest - step * nth for nth in reversed(range(options.events))]
        self.write("events", ["id", "name", "operator_id", "emitted_at", "body"],
                   (self.event(nth, at) for nth, at in enumerate(moments)))
        first = options.events - options.deliveries
        delivered = list(enumerate(moments))[first:]
        self.write("deliveries", DELIVERY, (self.delivery(nth, at) for nth, at in delivered))
        self.write("delivery_attempts", ATTEMPT,
                   (row for nth, at in delivered if nth % 100 == 0 for row in self.attempts(nth, at)))
        self.failed = max(event_id(at, nth) for nth, at in delivered if nth % 100 == 0)
        day = time.strftime("%Y-%m-%d", time.gmtime(newest / 1_000))
        self.write("usage_days", ["account_id", "day", "key_id", "route_class", "answered",
                                  "refused", "failed"], [(self.account, day, "", "check", 9, 1, 0)])
        hour = newest - newest % 3_600_000
        self.write("refusals", ["account_id", "hour", "route", "code", "reason", "key_id", "count",
                                "last_at", "last_request_id"],
                   ((self.account, hour - 3_600_000 * (nth % 20), f"GET /v1/{nth}", "not_found",
                     "operator_not_found", "", 3, newest, f"r-{nth}") for nth in range(500)))
        if self.database.kind == "PostgreSQL":
            self.psql("--command", "analyze")

    def event(self, nth, at):
        place = nth % len(self.operators)
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(at / 1_000))
        body = {"event": "license.issued", "event_id": event_id(at, nth), "timestamp": stamp,
                "data": {"operator_slug": self.slugs[place], "jurisdiction_code": "MGA",
                         "license_number": f"MGA/B2C/{place}/2020", "status": "active"}}
        text = json.dumps(body, separators=(",", ":"))
        return event_id(at, nth), "license.issued", self.operators[place], at, text

    def delivery(self, nth, at):
        failed = nth % 100 == 0
        status, attempts, answer = ("abandoned", 7, 503) if failed else ("delivered", 1, 200)
        return (f"00000000-0000-4000-8000-{nth:012}", self.endpoint, event_id(at, nth),
                "license.issued", status, attempts, at, at, answer, at, None if failed else at,
                None if failed else 20)

    def attempts(self, nth, at):
        for number in range(1, 8):
            yield (self.endpoint, event_id(at, nth), number, at + number, 12, 503,
                   "the answer is 503", "no", "false" if self.database.kind != "SQLite" else 0)


DELIVERY = ["id", "endpoint_id", "event_id", "event_type", "status", "attempt_count",
            "next_retry_at", "last_attempt_at", "last_response_status", "created_at",
            "delivered_at", "millis"]
ATTEMPT = ["endpoint_id", "event_id", "number", "at", "millis", "status", "error", "body_head",
           "manual"]


def event_id(at, nth):
    """Returns the id of an event: its time and its number, in Crockford's base 32."""
    return "evt_" + base32(at, 10) + base32(nth, 16)


def base32(number, length):
    digits = (BASE32[number >> 5 * place & 31] for place in reversed(range(length)))
    return "".join(digits)


class Visitor:
    """The owner of the account, signed in on one connection."""

    def __init__(self, server, link):
        self.server = server
        self.origin, self.cookie = dashboard_address(server), ""
        port = urllib.parse.urlsplit(self.origin).port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        answer = self.post(link, "")
        self.cookie = answer.getheader("Set-Cookie").partition(";")[0]

    def headers(self, **more):
        return {"Cookie": self.cookie, "Accept-Encoding": "gzip", "Origin": self.origin, **more}

    def post(self, path, form):
        media_type = "application/x-www-form-urlencoded"
        self.connection.request("POST", path, form, self.headers(**{"Content-Type": media_type}))
        answer = self.connection.getresponse()
        answer.read()
        assert answer.status in (200, 303), f"{path}: {answer.status}"
        return answer

    def get(self, path, request_id="none"):
        self.connection.request("GET", path, headers=self.headers(**{"X-Request-Id": request_id}))
        answer = self.connection.getresponse()
        return answer.status, answer.read(), answer

    def watch(self, slugs):
        for first in range(0, len(slugs), 200):
            self.post("/watchlist", "slugs=" + "%0A".join(slugs[first:first + 200]))


def dashboard_address(server):
    """Returns the address that the server tells the person who started it."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        text = server.log.read_text()
        if found := re.search(r"^dashboard (http://\S+)$", text, re.MULTILINE):
            return found[1].rstrip("/")
        time.sleep(0.05)
    raise SystemExit(f"the server has no dashboard: {text}")


def addresses(visitor, rows):
    """Returns the address of every page, and of those whose filters choose among many rows."""
    saved = visitor.post("/evidence", "domain=load-1.example").getheader("Location")
    webhook = f"/webhooks/{rows.endpoint}"
    return [
        "/", "/coverage", "/prove",
        "/check/load-1.example", "/check/nowhere.example", "/check?license_number=MGA/B2C/7/2020",
        "/overview", "/batch", "/operators", "/operators?q=load", "/operators?q=zzqx",
        f"/operators/{rows.slugs[0]}", f"/operators/{rows.slugs[0]}?as_of=2026-11-01",
        f"/licences/{rows.licence}", "/watchlist", "/watchlist?sort=last_event",
        "/watchlist?offset=900", "/watchlist.csv", "/events", "/events?jurisdiction=MGA",
        "/events?jurisdiction=UKGC", "/events?type=license.expired",
        f"/events?operator={rows.slugs[0]}", "/webhooks", "/webhooks/new", webhook,
        f"/events/{rows.failed}",
        f"{webhook}?status=abandoned", f"{webhook}?status=pending", f"{webhook}?type=license.expired",
        f"{webhook}/deliveries/{rows.failed}", f"{webhook}/delete", "/evidence", saved,
        f"{saved}/file", "/exports", "/keys", "/members", "/audit", "/audit?action=key.create",
        "/audit.csv", "/settings", "/connections",
    ]


def server_times(server):
    """Returns the milliseconds of each request by its id, from the access log."""
    line = re.compile(r"duration_us=(\d+) request_id=\"?(page-[0-9-]+)")
    time.sleep(1)  # the last lines are written after their answers
    found = line.findall(re.sub(r"\x1b\[[0-9;]*m", "", server.log.read_text()))
    return {request_id: int(micros) / 1_000 for micros, request_id in found}


if __name__ == "__main__":
    main()
