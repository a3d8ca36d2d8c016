"""Judges webhooks on loopback by other people's libraries: prints its port, and ends when its standard input does.

A POST to /KEY is answered 204 if the library of Standard Webhooks accepts its signature with that key (URL-safe, without `whsec_`), and,
where it says that it is a CloudEvent, CloudEvents' own SDK reads it; else 400 with what they say.
Needs the packages standardwebhooks and cloudevents.
"""
import base64, http.server, sys, threading

from cloudevents.core.bindings.http import HTTPMessage, from_http_event
from standardwebhooks.webhooks import Webhook


class Judge(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            key = base64.b64encode(base64.urlsafe_b64decode(self.path[1:])).decode()
            Webhook("whsec_" + key).verify(body, headers)
            if "cloudevents" in headers["content-type"]:
                event = from_http_event(HTTPMessage(headers=headers, body=body))
                data = event.get_data()
                assert event.get_specversion() == "1.0" and event.get_time().tzinfo, event
                assert event.get_id() == data["alert"] == headers["webhook-id"], event
            status, answer = 204, b""
        except Exception as error:
            status, answer = 400, f"{type(error).__name__}: {error}".encode()
        self.send_response(status)
        if answer:
            self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Judge)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
