"""The site of a client, by HTTPS: it serves the document that names the client."""

import http.server
import json
import ssl
import threading

from service import CERTIFICATE, KEY


class Site:
    """Serves one document at `address`, and counts how often it is read."""

    def __init__(self, document):
        site = self
        self.reads = 0

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                site.reads += 1
                body = json.dumps(document(site.address)).encode()
                self.send_response(200 if self.path == "/client.json" else 404)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE, KEY)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.address = f"https://127.0.0.1:{self.server.server_port}/client.json"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
