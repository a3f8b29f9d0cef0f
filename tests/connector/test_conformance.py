"""The conformance suite of the protocol, on the server of our tools and on the authorization server."""

import re
import tempfile
import unittest

import httpx2

from programs import node_program
from service import FOLDER, Service, free_port
from token_proxy import TokenProxy

class ConformanceTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service()
        cls.proxy = TokenProxy(cls.service.connector, cls.service.token())
        cls.results = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.proxy.stop()
        cls.service.stop()
        cls.results.cleanup()

    def conforms(self, *arguments, on_line=None):
        code, printed = node_program("conformance", *arguments, "-o", self.results.name, on_line=on_line)
        self.assertEqual(code, 0, printed)
        return printed

    def test_every_requirement_on_a_server(self):
        for revision in ["2026-07-28", "2025-11-25"]:
            with self.subTest(revision):
                exceptions = FOLDER / f"expected-failures-{revision}.yml"
                asked = ["--url", self.proxy.address, "--requirements", revision]
                self.conforms("server", *asked, "--expected-failures", exceptions)

    def test_every_requirement_on_an_authorization_server(self):
        redirects = {"redirect_uris": ["http://127.0.0.1/callback"]}
        client = httpx2.post(f"{self.service.connector}/register", json=redirects).json()["client_id"]

        def consent(line):
            if address := re.search(r"http\S+/authorize\?\S+", line):
                httpx2.get(self.service.consent(address[0]))

        asked = ["--url", self.service.connector, "--resource", self.service.mcp, "--client-id", client]
        printed = self.conforms("authorization", *asked, "-p", str(free_port()), on_line=consent)
        self.assertIn("authorization-code-grant: 1 passed, 0 failed", printed)


if __name__ == "__main__":
    unittest.main()
