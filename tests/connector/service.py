"""The built server over the sample registers, with its connector and the session of its owner."""

import base64
import contextlib
import hashlib
import html
import os
import re
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

import httpx2

FOLDER = Path(__file__).resolve().parent
# Of 127.0.0.1: documents of clients are served with it, and the server trusts it.
CERTIFICATE, KEY = FOLDER / "fixtures" / "cert.pem", FOLDER / "fixtures" / "key.pem"
ALL_SCOPES = ["licences:read", "watchlist:read", "watchlist:write"]
# Of the server.
MAX_REGISTRATIONS = 10_000
BINARY = Path(os.environ.get("LICENCE_SERVER", FOLDER.parent.parent / "target/debug/licence-server"))


def free_port():
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return it.getsockname()[1]


class Service:
    """The running server. Its addresses are `api`, `dashboard` and `connector`."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        database = f"sqlite://{self.folder.name}/licence.db"
        self.metrics = f"127.0.0.1:{free_port()}"
        options = ["--sample", "--listen", "127.0.0.1:0", "--database-url", database]
        options += ["--webhook-allow", "127.0.0.0/8", "--metrics-listen", self.metrics]
        self.process = subprocess.Popen(
            [BINARY, *options, "--log", "debug"],
            env={**os.environ, "SSL_CERT_FILE": str(CERTIFICATE)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.log = []
        self._await_addresses()
        # Nobody reads a full pipe, and the server would wait for it.
        threading.Thread(target=lambda: self.log.extend(self.process.stderr), daemon=True).start()
        self.session = httpx2.Client(base_url=self.dashboard)
        self._sign_in()

    def _await_addresses(self):
        self.api = self.process.stdout.readline().removeprefix("listening on ").strip()
        found = {}
        for line in self.process.stderr:
            self.log.append(line)
            name, _, address = line.strip().rpartition(" ")
            found[name.strip()] = address
            if name.strip() == "connector":
                break
        self.dashboard, self.connector = found["dashboard"], found["connector"].removesuffix("/mcp")
        self.mcp, self.link = found["connector"], found["sign in"]

    def _sign_in(self):
        answer = self.post(self.link.removeprefix(self.dashboard), {})
        assert answer.status_code == 303, answer.text

    def post(self, path, fields):
        """Returns the answer to a form of the dashboard."""
        return self.session.post(path, data=fields, headers={"Origin": self.dashboard})

    def consent(self, address, decision="allow", scopes=None):
        """Answers an authorization request as the owner does, and returns the address that the page
        leads to. Without scopes, what the page proposes stays ticked."""
        asked = self.session.get(address, follow_redirects=True)
        assert asked.status_code == 200, asked.text
        [request] = re.findall(r'name="request" value="([^"]*)"', asked.text)
        ticked = scopes or re.findall(r'name="([^"]*)" value="yes" checked', asked.text)
        fields = dict.fromkeys(ticked, "yes")
        fields |= {"request": html.unescape(request), "decision": decision}
        answer = self.post("/connect", fields)
        assert answer.status_code == 200, answer.text
        [address] = re.findall(r'http-equiv="refresh" content="0; url=([^"]*)"', answer.text)
        return html.unescape(address)

    def end_grants(self):
        """Ends all connections of the account, on the page that lists them."""
        listed = self.session.get("/connections").text
        for action in re.findall(r'<form[^>]* action="(/connections/[^"]*)"', listed):
            assert self.post(action, {}).status_code == 303

    def token(self):
        """Returns an access token with all scopes, for a client that registered."""
        redirect, verifier = "http://127.0.0.1/callback", "v" * 43
        digest = hashlib.sha256(verifier.encode()).digest()
        with httpx2.Client(base_url=self.connector) as client:
            registered = client.post("/register", json={"redirect_uris": [redirect]}).json()
            query = {
                "response_type": "code",
                "client_id": registered["client_id"],
                "redirect_uri": redirect,
                "scope": " ".join(ALL_SCOPES),
                "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
                "code_challenge_method": "S256",
            }
            asked = f"{self.connector}/authorize?{urllib.parse.urlencode(query)}"
            fields = {
                "grant_type": "authorization_code",
                "client_id": registered["client_id"],
                "code": answer_of(self.consent(asked, scopes=ALL_SCOPES))["code"],
                "code_verifier": verifier,
            }
            return client.post("/token", data=fields).json()["access_token"]

    def fill_registrations(self):
        """Writes as many registrations into the database as the server holds."""
        metadata = '{"client_name":null,"redirect_uris":[],"allows_none":true,"jwks_uri":null,"jwks":null}'
        rows = [(f"reg-{number}", metadata, time.time_ns() // 1_000_000) for number in range(MAX_REGISTRATIONS)]
        insert = "insert into oauth_clients (id, kind, metadata, created_at, last_used_at)"
        with contextlib.closing(sqlite3.connect(f"{self.folder.name}/licence.db")) as database, database:
            database.executemany(f"{insert} values (?, 'registered', ?, 0, ?)", rows)

    def traces(self):
        """Returns all that the server wrote: its log, its metrics and the files of its database."""
        files = b"".join(file.read_bytes() for file in Path(self.folder.name).iterdir())
        metrics = httpx2.get(f"http://{self.metrics}/metrics").text
        return {"log": "".join(self.log), "metrics": metrics, "database": files.decode("latin-1")}

    def stop(self):
        self.session.close()
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()
        self.folder.cleanup()


def answer_of(address):
    """Returns the parameters of the address that a consent leads to."""
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))
