"""Receives webhooks and verifies them. Python 3, standard library only.

    WEBHOOK_SECRET=whsec_... python3 receiver.py 127.0.0.1:9000
"""
import hashlib, hmac, json, os, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# While a secret is rotated, both: separated by commas.
SECRETS = [key for key in os.environ["WEBHOOK_SECRET"].split(",") if key]
TOLERANCE = 300  # seconds
handled = set()  # in production: a unique column of your database


def is_genuine(raw_body: bytes, header: str, now: float) -> bool:
    parts = [part.partition("=")[::2] for part in header.split(",")]
    signed_at = next((value for name, value in parts if name == "t"), "")
    if not signed_at.isdecimal() or abs(now - int(signed_at)) > TOLERANCE:
        return False
    signed = signed_at.encode() + b"." + raw_body
    expected = [hmac.new(key.encode(), signed, hashlib.sha256).hexdigest() for key in SECRETS]
    given = [value.encode() for name, value in parts if name == "v1"]
    return any(hmac.compare_digest(e.encode(), g) for e in expected for g in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The bytes as they came: JSON that was parsed and written again has another signature.
        raw_body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        header = self.headers.get("X-Service-Signature", "")
        if not is_genuine(raw_body, header, time.time()):
            return self.answer(400)
        event = json.loads(raw_body)
        # Deliveries come at least once: answer 200 again, do nothing again.
        if event["event_id"] not in handled:
            handled.add(event["event_id"])
            print("verified", event["event"], json.dumps(event["data"]), flush=True)
        self.answer(200)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


host, _, port = sys.argv[1].rpartition(":")
server = ThreadingHTTPServer((host, int(port)), Receiver)
print(f"listening on http://{sys.argv[1]}", flush=True)
server.serve_forever()
