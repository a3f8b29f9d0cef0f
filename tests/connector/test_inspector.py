"""The command line of the protocol's inspector, in both eras of the protocol."""

import json
import re
import tempfile
import unittest

import httpx2

from programs import node_program
from service import Service, free_port

ERAS = ["modern", "legacy"]


class InspectorTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service()
        cls.token = cls.service.token()
        cls.home = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.service.stop()
        cls.home.cleanup()

    def inspect(self, era, *arguments, on_line=None):
        """Returns the result that the inspector prints."""
        asked = ["--cli", self.service.mcp, "--transport", "http", "--protocol-era", era, "--format", "json"]
        environment = {"HOME": self.home.name, "BROWSER": "true", "MCP_AUTO_OPEN_ENABLED": "true"}
        code, printed = node_program(
            "mcp-inspector", *asked, *arguments, on_line=on_line, environment=environment
        )
        self.assertEqual(code, 0, printed)
        return next(json.loads(line)["result"] for line in printed.splitlines() if line.startswith("{"))

    def test_lists_and_calls(self):
        token = ["--header", f"Authorization: Bearer {self.token}"]
        for era in ERAS:
            for kind, count in [("tools", 12), ("resources", 2), ("prompts", 3)]:
                with self.subTest(era=era, kind=kind):
                    # Ends with code 6 on a schema that clients cannot read.
                    strict = ["--strict"] if kind == "tools" else []
                    listed = self.inspect(era, *token, "--method", f"{kind}/list", *strict)
                    self.assertEqual(len(listed[kind]), count)
            with self.subTest(era=era):
                tool = ["--tool-name", "check_domain", "--tool-arg", "domain=lanternspin.example"]
                answer = self.inspect(era, *token, "--method", "tools/call", *tool)
                self.assertTrue(answer["structuredContent"]["licensed"])
                read = self.inspect(era, *token, "--method", "resources/read", "--uri", "licence://verdicts")
                self.assertIn("licensed", read["contents"][0]["text"])

    def test_signs_in_by_itself(self):
        for era in ERAS:
            with self.subTest(era):
                callback = f"http://127.0.0.1:{free_port()}/oauth/callback"
                consents = []

                def consent(line):
                    if address := re.search(r"http\S+/authorize\?\S+", line):
                        consents.append(httpx2.get(self.service.consent(address[0])).status_code)

                listed = self.inspect(
                    era, "--callback-url", callback, "--method", "tools/list", on_line=consent
                )
                self.assertEqual(consents, [200])
                # Changing the watchlist was not granted.
                self.assertEqual(len(listed["tools"]), 10)


if __name__ == "__main__":
    unittest.main()
