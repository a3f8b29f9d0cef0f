"""Check domains against a catalogue file: no database, no network, no service.

    python check.py licences.catalogue bet.example other.example
"""

import sys

from licence_catalogue import Catalogue

catalogue = Catalogue.open(sys.argv[1])
# One word, for the yes or no of a hot path.
for domain in sys.argv[2:]:
    print(domain, catalogue.verdict(domain))
# The whole answers, as evidence. Ages are computed at this instant.
for row in catalogue.batch(sys.argv[2:])["results"]:
    print(row["verdict_detail"])
