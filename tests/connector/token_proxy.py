"""A proxy that adds a token to each request, for programs that test a server without one."""

import http.client
import http.server
import threading
import urllib.parse


class TokenProxy:
    """Passes requests on to the connector; `address` is that of its protocol."""

    def __init__(self, connector, token):
        upstream = urllib.parse.urlsplit(connector).netloc
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def pass_on(self):
                # A foreign host or origin stays what it is: the connector has to refuse it.
                headers = {name: value.replace(proxy.netloc, upstream) for name, value in self.headers.items()}
                headers["Authorization"] = f"Bearer {token}"
                length = int(self.headers.get("Content-Length", 0))
                connection = http.client.HTTPConnection(upstream)
                connection.request(self.command, self.path, self.rfile.read(length), headers)
                answer = connection.getresponse()
                body = answer.read()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                connection.close()

            do_GET = do_POST = do_DELETE = do_PUT = do_OPTIONS = pass_on

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # A client may close its connection at any time.
        self.server.handle_error = lambda *_: None
        self.netloc = f"localhost:{self.server.server_port}"
        self.address = f"http://{self.netloc}/mcp"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
