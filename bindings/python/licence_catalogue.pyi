"""Checks against a catalogue file: no database, no network, no service."""

import os
from collections.abc import Sequence
from typing import Any, Literal, final

__all__ = ["Catalogue", "CatalogueRefused", "InvalidQuestion", "OtherRules"]

_Verdict = Literal[
    "licensed",
    "licensed_provisional",
    "licence_not_active",
    "domain_not_listed",
    "related_host_listed",
    "name_match_only",
    "not_found",
    "generic_term",
]

class CatalogueRefused(Exception):
    """The bytes are neither a whole catalogue that this release reads nor records."""

class OtherRules(CatalogueRefused):
    """The catalogue was built under other rules: build it again from its records."""

class InvalidQuestion(ValueError):
    """The text is no bare hostname, or no licence number."""

@final
class Catalogue:
    """An immutable catalogue. Any number of threads may ask it at once.

    `now` is an instant as `time.time()` returns it, and decides ages and staleness alone. Without
    it the system's clock is read.
    """

    @staticmethod
    def open(path: str | os.PathLike[str]) -> Catalogue:
        """Open a catalogue file, or build the catalogue of a file of records.

        Raises `OSError` when the file cannot be read, and `CatalogueRefused` when it is neither.
        """

    @staticmethod
    def from_bytes(data: bytes | bytearray) -> Catalogue:
        """Open the bytes of a catalogue or of records, which are copied."""

    def verdict(self, domain: str | None = None, *, license_number: str | None = None) -> _Verdict:
        """The verdict alone. Only "licensed" says that a licence is in force without reservation.

        A question is either a domain or a license_number.
        """

    def check(
        self,
        domain: str | None = None,
        *,
        license_number: str | None = None,
        now: float | None = None,
    ) -> dict[str, Any]:
        """The object of `GET /v1/check`. Raises `InvalidQuestion`."""

    def check_json(
        self,
        domain: str | None = None,
        *,
        license_number: str | None = None,
        now: float | None = None,
    ) -> bytes:
        """The bytes of `GET /v1/check`. Raises `InvalidQuestion`."""

    def batch(self, domains: Sequence[str], *, now: float | None = None) -> dict[str, Any]:
        """The object of `POST /v1/check/batch`, with a row for each domain, in their order."""

    def batch_json(self, domains: Sequence[str], *, now: float | None = None) -> bytes:
        """The bytes of `POST /v1/check/batch`. Other threads run meanwhile.

        A text that is no hostname gets a row that says so. There is no limit of domains.
        """
