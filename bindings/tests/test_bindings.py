"""The C library and the Python module answer with the bytes of `licence check --catalogue`.

`bindings/test` builds both and sets the environment: LICENCE (the command line), C_PROGRAMS (the
folder of the compiled programs), CATALOGUE, EXACT_CATALOGUE and RECORDS (of the cases).
"""

import json
import os
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

import licence_catalogue
from licence_catalogue import Catalogue, CatalogueRefused, InvalidQuestion, OtherRules

HERE = Path(__file__).parent
LICENCE = os.environ["LICENCE"]
C_PROGRAMS = Path(os.environ["C_PROGRAMS"])
CATALOGUE = os.environ["CATALOGUE"]
EXACT_CATALOGUE = os.environ["EXACT_CATALOGUE"]
RECORDS = os.environ["RECORDS"]
CASES = json.loads((HERE / "../../tests/it/fixtures/verdict_cases.json").read_text())
CALLS = 1_000_000
NOW = 1_793_512_800.0

VERDICTS = [
    None,
    "licensed",
    "licensed_provisional",
    "licence_not_active",
    "domain_not_listed",
    "related_host_listed",
    "name_match_only",
    "not_found",
    "generic_term",
]


def questions():
    """The questions of the verdict cases that no front end refuses."""
    for case in CASES:
        for subject in ("domain", "license_number"):
            if subject in case and "refused" not in case:
                yield subject, case[subject]


def of_command_line():
    """The answers of the command line: each of a process of its own, then those of a batch."""
    answers = []
    for subject, text in questions():
        question = [text] if subject == "domain" else ["--license-number", text]
        answers.append(licence("check", "--json", *question).stdout)
    domains = "".join(text + "\n" for subject, text in questions() if subject == "domain")
    answers.append(licence("batch", "-", "--json", text=domains).stdout)
    return b"".join(answers)


def licence(*arguments, text=""):
    command = [LICENCE, *arguments, "--catalogue", CATALOGUE]
    run = subprocess.run(command, input=text.encode(), capture_output=True)
    assert run.returncode in (0, 1), run.stderr
    return run


class Answers(unittest.TestCase):
    maxDiff = None

    def assert_same_bytes(self, ask):
        """Asks between two runs of the command line: equal runs answer as of every instant between
        them, for an answer tells ages in whole hours."""
        before = of_command_line()
        for _ in range(3):
            answers = ask(int(time.time() * 1000))
            after = of_command_line()
            if before == after:
                break
            before = after
        self.assertEqual(before, after)
        self.assertEqual(answers.decode(), after.decode())

    def test_c_answers_as_the_command_line(self):
        for program in ("program-shared", "program-static"):
            self.assert_same_bytes(lambda now_ms: self.of_c(program, now_ms))

    def of_c(self, program, now_ms):
        file = Path(CATALOGUE).with_name("questions")
        file.write_text("".join(f"{subject}\t{text}\n" for subject, text in questions()))
        answers = run_c(program, "answers", CATALOGUE, file, str(now_ms)).split(b"\n")
        for line in answers[:-2]:
            verdict, answer = line.split(b" ", 1)
            self.assertEqual(VERDICTS[int(verdict)], json.loads(answer)["verdict"])
        return b"\n".join([line.split(b" ", 1)[1] for line in answers[:-2]] + answers[-2:])

    def test_python_answers_as_the_command_line(self):
        catalogues = [Catalogue.open(CATALOGUE), Catalogue.open(Path(RECORDS))]
        catalogues.append(Catalogue.from_bytes(Path(CATALOGUE).read_bytes()))
        for catalogue in catalogues:
            self.assert_same_bytes(lambda now_ms: self.of_python(catalogue, now_ms / 1000))

    def of_python(self, catalogue, now):
        answers = []
        for subject, text in questions():
            question = {subject: text}
            answer = catalogue.check_json(**question, now=now)
            self.assertEqual(catalogue.check(**question, now=now), json.loads(answer))
            self.assertEqual(catalogue.verdict(**question), json.loads(answer)["verdict"])
            answers.append(answer)
        domains = [text for subject, text in questions() if subject == "domain"]
        answers.append(catalogue.batch_json(domains, now=now))
        self.assertEqual(catalogue.batch(domains, now=now), json.loads(answers[-1]))
        return b"".join(answer + b"\n" for answer in answers)

    def test_the_table_has_every_verdict(self):
        catalogue = Catalogue.open(CATALOGUE)
        verdicts = {catalogue.verdict(**{subject: text}) for subject, text in questions()}
        self.assertEqual(verdicts, set(VERDICTS[1:]))


class Refusals(unittest.TestCase):
    def test_c_refuses_with_a_status_and_a_message(self):
        run_c("program-shared", "refusals", CATALOGUE, EXACT_CATALOGUE)

    def test_python_refuses_with_a_typed_exception(self):
        catalogue = Catalogue.open(CATALOGUE)
        for error, words, ask in [
            (InvalidQuestion, "not a bare hostname", lambda: catalogue.check("https://a.example")),
            (InvalidQuestion, "253 characters", lambda: catalogue.verdict("a" * 300)),
            (InvalidQuestion, "letter or digit", lambda: catalogue.check(license_number="-")),
            (ValueError, "no licence number", lambda: catalogue.verdict(license_number="9" * 65)),
            (TypeError, "either a domain or", lambda: catalogue.check()),
            (TypeError, "either a domain or", lambda: catalogue.verdict("a", license_number="1")),
            (ValueError, "years 0 to 9999", lambda: catalogue.check("a.example", now=1e300)),
            (ValueError, "years 0 to 9999", lambda: catalogue.check("a.example", now=float("nan"))),
            (TypeError, "str", lambda: catalogue.batch("a.example")),
            (TypeError, "int", lambda: catalogue.batch([1])),
            (UnicodeEncodeError, "surrogates", lambda: catalogue.batch(["\ud800"])),
            (FileNotFoundError, "nowhere.at.all", lambda: Catalogue.open("nowhere.at.all")),
            (CatalogueRefused, "this is no catalogue", lambda: Catalogue.from_bytes(b"PK")),
            (CatalogueRefused, "the profile exact", lambda: Catalogue.open(EXACT_CATALOGUE)),
            (CatalogueRefused, "line 2", lambda: Catalogue.from_bytes(b"licence-records 1\nX\n")),
        ]:
            with self.subTest(words), self.assertRaisesRegex(error, words):
                ask()

    def test_a_row_that_is_no_host_does_not_fail_the_others(self):
        rows = Catalogue.open(CATALOGUE).batch(["no host", "bet365.com"])["results"]
        self.assertEqual([row.get("error") for row in rows], ["invalid_hostname", None])

    def test_a_cut_file_and_one_under_other_rules_are_refused(self):
        whole = bytearray(Path(CATALOGUE).read_bytes())
        with self.assertRaisesRegex(CatalogueRefused, "cut or damaged"):
            Catalogue.from_bytes(whole[:-1])
        self.assertTrue(issubclass(OtherRules, CatalogueRefused))


class Process(unittest.TestCase):
    def test_no_call_of_c_leaks(self):
        grown = int(run_c("program-shared", "calls", CATALOGUE, str(CALLS)))
        print(f"{grown} bytes more after {CALLS} calls of C")
        self.assertLess(grown, 1024 * 1024)

    def test_no_call_of_python_leaks(self):
        before = 0
        for count in (CALLS // 10, CALLS):
            self.ask_again_and_again(count)
            before = before or resident_bytes()
        grown = resident_bytes() - before
        print(f"{grown} bytes more after {CALLS} calls of Python")
        self.assertLess(grown, 1024 * 1024)

    def ask_again_and_again(self, count):
        catalogue = Catalogue.open(CATALOGUE)
        for call in range(count):
            domain = "bet365.com" if call % 2 == 0 else "betvicotr.com"
            catalogue.verdict(domain)
            catalogue.check_json(domain, now=NOW)
            if call % 100 == 0:
                catalogue.batch([domain, "no host"], now=NOW)
                self.assertRaises(InvalidQuestion, catalogue.check, "?")
                Catalogue.open(CATALOGUE)

    def test_other_threads_run_during_a_batch(self):
        catalogue, domains = Catalogue.open(CATALOGUE), ["betvicotr.com"] * 10_000
        asking, other_ran = threading.Event(), threading.Event()

        def ask():
            asking.set()
            for _ in range(1000):
                catalogue.batch_json(domains, now=NOW)
                if other_ran.is_set():
                    return True
            return False

        outcome = []
        interval = sys.getswitchinterval()
        # From here on a thread runs until it lets go of the interpreter by itself.
        sys.setswitchinterval(1000)
        try:
            thread = threading.Thread(target=lambda: outcome.append(ask()))
            thread.start()
            asking.wait()
            other_ran.set()
            thread.join()
        finally:
            sys.setswitchinterval(interval)
        self.assertEqual(outcome, [True], "no thread ran during 1,000 batches")

    def test_threads_share_a_catalogue(self):
        catalogue = Catalogue.open(CATALOGUE)
        expected = catalogue.check_json("bet365.com", now=NOW)
        wrong = []

        def ask():
            answers = {catalogue.check_json("bet365.com", now=NOW) for _ in range(1000)}
            wrong.extend(answers - {expected})

        threads = [threading.Thread(target=ask) for _ in range(4)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(wrong, [])


class Documents(unittest.TestCase):
    """The examples of docs/embedding.md, which the tests of documents compare with these files."""

    def test_the_example_in_c(self):
        for domain, code in [("bet365.com", 0), ("nothing-on-record.example", 1)]:
            run = subprocess.run([C_PROGRAMS / "check", CATALOGUE, domain], capture_output=True)
            self.assertEqual(run.returncode, code, run.stderr)
            self.assertEqual(json.loads(run.stdout)["query"], {"domain": domain})
        run = subprocess.run([C_PROGRAMS / "check", "nowhere", "a"], capture_output=True)
        self.assertEqual((run.returncode, run.stderr[:14]), (2, b"error: nowhere"))

    def test_the_example_in_python(self):
        example = HERE / "../python/examples/check.py"
        command = [sys.executable, example, CATALOGUE, "bet365.com", "nothing-on-record.example"]
        lines = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split("\n")
        self.assertEqual(lines[:2], ["bet365.com licensed", "nothing-on-record.example not_found"])
        self.assertIn("bet365.com is on record", lines[2])

    def test_the_module_is_typed(self):
        self.assertTrue(Path(licence_catalogue.__file__).with_name("py.typed").exists())


def run_c(program, *arguments):
    run = subprocess.run([C_PROGRAMS / program, *arguments], capture_output=True)
    assert run.returncode == 0, (program, arguments, run.returncode, run.stderr)
    return run.stdout


def resident_bytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    unittest.main()
