"""Starts the service for the load scripts: databases, servers, accounts, readings.

Every script reads `arguments()`, works inside `workspace()`, measures with `measure`, and ends
with `Bounds.finish()`. Everything listens on loopback and is stopped when the workspace closes.
"""
import argparse
import contextlib
import http.client
import json
import os
import signal
import subprocess
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
REGISTERS = ["UKGC", "MGA", "CW", "KH", "AN", "TGC", "IOM"]
POSTGRES = "LICENCE_TEST_DATABASE_URL"
START_SECONDS = 60


def arguments(description, texts=None, **numbers):
    """Returns the parsed arguments: `--programs`, `--postgres`, a flag for each text and number."""
    parser = argparse.ArgumentParser(description=description.strip().splitlines()[0])
    parser.add_argument("--programs", type=Path, default=REPOSITORY / "target/release",
                        help="the folder of licence-server and licence [default: target/release]")
    parser.add_argument("--postgres", default=os.environ.get(POSTGRES),
                        help=f"a PostgreSQL server whose user may create databases [env: {POSTGRES}]")
    for name, meaning in (texts or {}).items():
        parser.add_argument("--" + name, help=meaning)
    for name, default in numbers.items():
        parser.add_argument("--" + name.replace("_", "-"), type=int, default=default,
                            help=f"[default: {default}]")
    return parser.parse_args()


def environment(**extra):
    """Returns the environment without the variables of the service, plus these."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("LICENCE_")}
    return ours | extra


class Database:
    """An empty database: a SQLite file in the folder, or a new database of a PostgreSQL server."""

    def __init__(self, folder, postgres=None):
        name = f"licence_load_{os.getpid()}_{time.monotonic_ns()}"
        self.server, self.name = postgres, name
        self.kind = "PostgreSQL" if postgres else "SQLite"
        if postgres:
            self.psql(f"create database {name}")
            self.url = f"{postgres.rpartition('/')[0]}/{name}"
        else:
            self.url = f"sqlite://{folder / name}.db"

    def psql(self, statement):
        subprocess.run(["psql", "--quiet", "--no-psqlrc", "--dbname", self.server,
                        "--command", statement], check=True, stdout=subprocess.DEVNULL)

    def drop(self):
        if self.server:
            self.psql(f"drop database if exists {self.name} with (force)")


class Workspace:
    """A folder with a configuration, its databases and its servers."""

    def __init__(self, programs, folder, stack):
        self.programs, self.folder, self.stack = Path(programs), folder, stack
        self.config = folder / "licence.toml"
        unlimited = "".join(f'{name} = "unlimited"\n' for name in
                            ["requests_per_second", "requests_per_month", "exports_per_day"])
        # No script reaches out of this machine: no register is read from its site.
        registers = "".join(f"[registers.{code}]\nurls = []\n" for code in REGISTERS)
        self.config.write_text(f"[plans.enterprise]\n{unlimited}{registers}")

    def database(self, postgres=None):
        """Returns a new database, dropped with the workspace."""
        database = Database(self.folder, postgres)
        self.stack.callback(database.drop)
        return database

    def server(self, database, *options, programs=None, prefix=(), **environ):
        """Starts a server on a free port; it is killed with the workspace if it still runs."""
        server = Server(self, database, options, Path(programs or self.programs), prefix, environ)
        self.stack.callback(server.kill)
        return server

    def command(self, database, *words, programs=None):
        """Returns a `licence` command on this database, as a list of arguments."""
        program = str(Path(programs or self.programs) / "licence")
        return [program, "--config", str(self.config), "--database-url", database.url,
                "--secret-key-file", str(self.folder / "secret.key"),
                "--webhook-allow", "127.0.0.0/8", *words]

    def licence(self, database, *words, programs=None):
        """Runs a `licence` command with `--json` and returns its answer."""
        command = self.command(database, *words, "--json", programs=programs)
        ran = subprocess.run(command, env=environment(), capture_output=True, text=True)
        if ran.returncode:
            raise SystemExit(f"licence {' '.join(words)}: exit {ran.returncode}: {ran.stderr}")
        return json.loads(ran.stdout)

    def account(self, database, plan="enterprise", programs=None):
        """Returns the id of a new account and a key of it."""
        account = self.licence(database, "accounts", "create", "Load", "--plan", plan,
                               programs=programs)["id"]
        key = self.licence(database, "keys", "create", "--account", account, "--label", "load",
                           programs=programs)["key"]
        return account, key

    def reading(self, name, jurisdiction, licences, read_at, complete=True):
        """Writes a register reading in the neutral form and returns its path."""
        path = self.folder / f"{name}.json"
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(read_at))
        path.write_text(json.dumps({
            "jurisdiction": jurisdiction, "read_at": stamp, "complete": complete,
            "source_url": "https://register.example/", "source_kind": "dump",
            "licences": licences}))
        return str(path)


def licence(number, status="Licensed"):
    """Returns a fictional licence of the Malta register with one domain."""
    return {"operator": {"name": f"Load {number} Ltd"}, "status_text": status,
            "license_number": f"MGA/B2C/{number}/2020",
            "domains": [{"domain": f"load-{number}.example"}]}


@contextlib.contextmanager
def workspace(programs):
    """A folder for one script; its servers are killed and its databases dropped at the end."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="licence-load-")))
        yield Workspace(programs, folder, stack)


def each_database(options):
    """Yields a workspace and a new database: in SQLite, then in PostgreSQL where options name one."""
    for postgres in [None, options.postgres] if options.postgres else [None]:
        with workspace(options.programs) as work:
            yield work, work.database(postgres)


class Server:
    """A running `licence-server`."""

    def __init__(self, workspace, database, options, programs, prefix, environ):
        self.log = workspace.folder / f"server-{time.monotonic_ns()}.log"
        command = [*prefix, str(programs / "licence-server"), "--config", str(workspace.config),
                   "--database-url", database.url, "--listen", "127.0.0.1:0",
                   "--secret-key-file", str(workspace.folder / "secret.key"),
                   "--webhook-allow", "127.0.0.0/8", *options]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log,
                                            env=environment(**environ), text=True)
        line = self.first_line()
        if not line.startswith("listening on "):
            self.kill()
            raise SystemExit(f"the server did not start: {self.log.read_text().strip()}")
        self.base = line.split()[-1]
        self.port = urllib.parse.urlsplit(self.base).port

    def first_line(self):
        timer = threading.Timer(START_SECONDS, self.process.kill)
        timer.start()
        line = self.process.stdout.readline()
        timer.cancel()
        return line

    def get(self, path, key=None, timeout=30):
        """Returns status and body of a GET over a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request("GET", path, headers=authorization(key))
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def resident_bytes(self):
        """Returns the resident memory of the server process."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024

    def is_running(self):
        return self.process.poll() is None

    def kill(self):
        """Sends SIGKILL and waits; does nothing when the server has ended."""
        if self.is_running():
            self.process.kill()
        self.process.wait()

    def stop(self, timeout=30):
        """Sends SIGTERM and returns the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout)


def authorization(key):
    return {"Authorization": f"Bearer {key}"} if key else {}
