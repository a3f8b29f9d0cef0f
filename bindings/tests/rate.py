"""The rates of a batch in C and in Python against that in Rust, in turn. Run it by hand, with the
wheel installed and nothing else running:

    python rate.py CATALOGUE target/release   # the folder of liblicence.so and of examples/rate

It fails where C has less than 0.9 or Python less than 0.5 of the rate of Rust.
"""

import ctypes
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from licence_catalogue import Catalogue

CASES = Path(__file__).parent / "../../tests/it/fixtures/verdict_cases.json"
ROUNDS = 7
NOW_MS = 1_793_512_800_000
TARGETS = {"C": 0.9, "Python": 0.5}


class Input(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("length", ctypes.c_size_t)]


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def in_c(folder, path, domains):
    library = ctypes.CDLL(str(folder / "liblicence.so"))
    catalogue, text = ctypes.c_void_p(), Text()
    assert library.licence_open_file(path.encode(), ctypes.byref(catalogue), None) == 0
    inputs = (Input * len(domains))(*((it.encode(), len(it.encode())) for it in domains))
    count, now = ctypes.c_size_t(len(domains)), ctypes.c_int64(NOW_MS)

    def batch():
        assert library.licence_batch(catalogue, inputs, count, now, ctypes.byref(text)) == 0
        library.licence_text_free(ctypes.byref(text))

    return batch


def seconds(run):
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main(path, folder):
    domains = [case["domain"] for case in json.loads(CASES.read_text()) if "domain" in case] * 1000
    catalogue = Catalogue.open(path)
    batches = {
        "C": in_c(folder, path, domains),
        "Python": lambda: catalogue.batch_json(domains, now=NOW_MS / 1000),
    }
    ratios = {language: [] for language in batches}
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(domains))
        file.flush()
        for _ in range(ROUNDS):
            command = [folder / "examples/rate", path, file.name, "3"]
            rust = subprocess.run(command, capture_output=True, check=True, text=True).stdout
            rust = min(map(float, rust.split()))
            for language, batch in batches.items():
                ratios[language].append(rust / min(seconds(batch) for _ in range(3)))
    for language, target in TARGETS.items():
        ratio = statistics.median(ratios[language])
        print(f"{language}: {ratio:.2f} of the rate of Rust (at least {target})")
        assert ratio >= target


main(sys.argv[1], Path(sys.argv[2]).resolve())
