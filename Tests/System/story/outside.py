"""What lives outside of the machine: family servers, and a receiver of webhooks."""
import http.server
import json
import os
import re
import subprocess
import threading
import time
import urllib.request

from machine import wait_until


class Receiver:
    """Takes webhooks and remembers them; `status` is what it answers."""

    def __init__(self):
        self.requests = []
        self.status = 204
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                receiver.requests.append((receiver.status, self.headers.get("webhook-id"), json.loads(body)))
                self.send_response(receiver.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def taken(self, description=None):
        """The ids of the alerts that were taken, with repeats."""
        return [
            key for status, key, body in list(self.requests)
            if status == 204 and description in (None, (body["data"].get("transaction") or {}).get("description"))
        ]

    def told(self):
        """The ids of the alerts that were taken, without the repeats that said so: what kill -9 leaves in doubt comes again, marked."""
        return [key for status, key, body in list(self.requests) if status == 204 and not body["data"].get("repeat")]

    def refused(self):
        return [key for status, key, _ in list(self.requests) if status != 204]

    def wait_for(self, description, seconds=40):
        wait_until(lambda: self.taken(description), seconds, f"the webhook about '{description}'")


class Server:
    """A family server that is started here and answers on loopback."""

    def __init__(self, name, command, ready):
        self.name = name
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = ""
        while True:
            line = self.process.stdout.readline()
            said += line
            match = re.search(ready, line)
            if match or not line:
                break
        if not match:
            raise OSError(f"{name} does not start: {said[-500:]}")
        self.url = match.group(1)
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.email, self.password = "parent@example.com", "password123"
        self.token = self.ask("/api/v1/auth/login", {"email": self.email, "password": self.password})["token"]
        self.child = self.ask("/api/v1/children")[0]["id"]

    token = None

    def ask(self, path, body=None):
        request = urllib.request.Request(
            self.url + path, None if body is None else json.dumps(body).encode(), {"Content-Type": "application/json"})
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read())

    def spend(self, description):
        """A transaction, as a parent makes it in the application."""
        self.ask("/api/v1/transactions", {
            "childId": self.child, "amount": 1.25, "type": "Credit", "category": "Gift", "description": description})
        return description

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def servers(tree, reference=True):
    """The built-in simulated server, and the genuine reference hub where it lies beside the tree."""
    program = os.environ.get("POCKETBELL_BINARY") or tree / ".build/release/pocketbell"
    made = [Server("demo", [program, "demo", "--serve", "--port", "0"], r"answers at (http://\S+?);")]
    if not reference:
        return made
    hub = tree.parent / "shared" / "reference-hub" / "run"
    try:
        if hub.is_file():
            made.append(Server("reference", [hub, "--port", "0"], r"ready on (http://\S+)"))
        elif os.environ.get("POCKETBELL_REQUIRE_REAL_PARTS"):
            raise OSError(f"{hub} is not there")
    except OSError:
        made[0].close()
        raise
    return made
