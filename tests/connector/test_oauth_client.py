"""The OAuth client of the package mcp: it finds the authorization server, connects by each way of
naming itself, calls, widens its scopes, refreshes, and is refused after the end of the connection."""

import contextlib
import logging
import unittest

import httpx2
from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.oauth2 import AuthorizationCodeResult
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.auth import OAuthClientMetadata

from service import ALL_SCOPES, Service, answer_of
from client_site import Site

# The library logs what it raises too.
logging.disable(logging.CRITICAL)
REDIRECT = "http://localhost:33418/callback"
METADATA = {"client_name": "Python client", "redirect_uris": [REDIRECT]}
QUESTION = {"domain": "lanternspin.example"}
OPERATOR = {"operator": "harbour-lantern-gaming-limited"}


class Kept:
    """What the client keeps between its calls."""

    def __init__(self):
        self.tokens = self.client = None
        self.secrets = []

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens
        self.secrets += [tokens.access_token, tokens.refresh_token]

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class Owner:
    """Consents to what the client asks for, as long as that is expected."""

    def __init__(self, service):
        self.service, self.asked, self.is_away = service, 0, False

    async def open(self, address):
        if self.is_away:
            raise ConsentAsked
        self.asked += 1
        self.answer = answer_of(self.service.consent(address, scopes=ALL_SCOPES))

    async def answered(self):
        code, state, issuer = (self.answer[name] for name in ("code", "state", "iss"))
        return AuthorizationCodeResult(code=code, state=state, iss=issuer)


class ConsentAsked(Exception):
    """The client asks for consent again."""


class OAuthClientTest(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service()
        cls.site = Site(lambda address: {"client_id": address, **METADATA})

    @classmethod
    def tearDownClass(cls):
        cls.site.stop()
        cls.service.stop()

    async def connects(self, mode, document):
        """Goes the whole way in a mode of the client, and returns what the client calls itself."""
        kept, owner = Kept(), Owner(self.service)
        provider = provider_of(self.service, kept, owner, document)
        async with connected(self.service.mcp, provider, mode) as client:
            await self.calls(client)
            self.assertEqual((owner.asked, kept.tokens.scope), (1, "licences:read watchlist:read"))
            await self.widens(client, kept)
            await self.refreshes(client, kept, provider)
            self.assertEqual(owner.asked, 2)
        self.service.end_grants()
        owner.is_away = True
        # The access token, and then the refresh token in its place.
        for until in [provider.context.token_expiry_time, 1]:
            provider.context.token_expiry_time = until
            with self.assertRaises(BaseException) as refused:
                async with connected(self.service.mcp, provider, mode) as client:
                    await client.call_tool("check_domain", QUESTION)
            self.assertIn("ConsentAsked", names_of(refused.exception))
        self.assert_untraced(kept.secrets + [owner.answer["code"]])
        return kept.client.client_id

    def assert_untraced(self, secrets):
        """No token and no code is in the log, the metrics or the database, whole or without prefix."""
        traces = self.service.traces()
        self.assertIn("/token", traces["log"])
        self.assertIn('operation="/token"', traces["metrics"])
        for place, text in traces.items():
            for secret in secrets:
                self.assertFalse(secret[4:] in text, f"{secret} is in the {place}")

    async def calls(self, client):
        tools = await client.list_tools()
        self.assertIn("check_domain", [tool.name for tool in tools.tools])
        answer = await client.call_tool("check_domain", QUESTION)
        self.assertTrue(answer.structured_content["licensed"], answer)

    async def widens(self, client, kept):
        """A call beyond the scopes leads to a second consent, and is then answered."""
        answer = await client.call_tool("watch_operator", OPERATOR)
        self.assertEqual(answer.structured_content["operator_slug"], OPERATOR["operator"])
        self.assertEqual(kept.tokens.scope, " ".join(ALL_SCOPES))

    async def refreshes(self, client, kept, provider):
        """A token that has run out is replaced without the owner."""
        before = kept.tokens
        provider.context.token_expiry_time = 1
        await self.calls(client)
        self.assertNotEqual(before.access_token, kept.tokens.access_token)
        self.assertNotEqual(before.refresh_token, kept.tokens.refresh_token)
        self.assertEqual(before.scope, kept.tokens.scope)

    async def test_by_registration(self):
        for mode in ["auto", "2026-07-28", "legacy"]:
            with self.subTest(mode):
                client_id = await self.connects(mode, None)
                self.assertTrue(client_id.startswith("reg-"), client_id)

    async def test_by_document(self):
        for mode in ["auto", "2026-07-28", "legacy"]:
            with self.subTest(mode):
                self.assertEqual(await self.connects(mode, self.site.address), self.site.address)
        self.assertEqual(self.site.reads, 1, "a fresh document is not read again")

    async def test_by_document_although_nobody_can_register(self):
        service = Service()
        self.addCleanup(service.stop)
        service.fill_registrations()
        registered = httpx2.post(f"{service.connector}/register", json=METADATA)
        self.assertEqual(registered.status_code, 503, registered.text)
        kept, owner = Kept(), Owner(service)
        provider = provider_of(service, kept, owner, self.site.address)
        async with connected(service.mcp, provider, "auto") as client:
            await self.calls(client)
        self.assertEqual(kept.client.client_id, self.site.address)

    async def test_a_refusal_of_the_owner_reaches_the_client(self):
        address = f"{self.service.connector}/authorize?response_type=code&client_id={self.site.address}"
        address += f"&redirect_uri={REDIRECT}&state=x&code_challenge={'A' * 43}&code_challenge_method=S256"
        answer = answer_of(self.service.consent(address, decision="deny"))
        expected = {"error": "access_denied", "state": "x", "iss": self.service.connector}
        self.assertEqual({name: answer[name] for name in expected}, expected)


def provider_of(service, kept, owner, document):
    """Returns the client's side of the sign-in. Without a document it registers."""
    return OAuthClientProvider(
        server_url=service.mcp,
        client_metadata=OAuthClientMetadata(**METADATA),
        storage=kept,
        redirect_handler=owner.open,
        callback_handler=owner.answered,
        client_metadata_url=document,
    )


@contextlib.asynccontextmanager
async def connected(address, provider, mode):
    async with create_mcp_http_client(auth=provider) as http:
        async with Client(streamable_http_client(address, http_client=http), mode=mode) as client:
            yield client


def names_of(error):
    """Returns the names of an error and of those that it groups."""
    inner = getattr(error, "exceptions", [])
    return [type(error).__name__] + [name for it in inner for name in names_of(it)]


if __name__ == "__main__":
    unittest.main()
