"""A real Synapse on loopback: prints one line of JSON about it, and ends when its standard input does.

Needs the package matrix-synapse (pip install matrix-synapse). The line has
  port       where the client-server API is
  room       in which the parent and the bell are
  foreign    a room in which the bell is not
  bell       the access token of who sends
  parent     the access token of who reads
"""
import hashlib, hmac, json, os, pathlib, shutil, socket, subprocess, sys, tempfile, time, urllib.error, urllib.request

SECRET = "of a test"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def configuration(folder, port):
    return f"""
server_name: house.test
pid_file: {folder}/pid
listeners:
  - {{port: {port}, bind_addresses: [127.0.0.1], type: http, tls: false, resources: [{{names: [client]}}]}}
database: {{name: sqlite3, args: {{database: {folder}/database}}}}
media_store_path: {folder}/media
signing_key_path: {folder}/key
registration_shared_secret: {SECRET}
macaroon_secret_key: {SECRET}
form_secret: {SECRET}
report_stats: false
trusted_key_servers: []
"""


class Server:
    def __init__(self, port):
        self.port = port

    def ask(self, method, path, body=None, token=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def user(self, name):
        nonce = self.ask("GET", "/_synapse/admin/v1/register")["nonce"]
        words = "\0".join([nonce, name, "of a test", "notadmin"]).encode()
        code = hmac.new(SECRET.encode(), words, hashlib.sha1).hexdigest()
        body = {"nonce": nonce, "username": name, "password": "of a test", "admin": False, "mac": code}
        return self.ask("POST", "/_synapse/admin/v1/register", body)["access_token"]

    def room(self, token, **more):
        return self.ask("POST", "/_matrix/client/v3/createRoom", {"preset": "private_chat", **more}, token)["room_id"]


def main():
    folder = tempfile.mkdtemp(prefix="pocketbell-synapse-")
    port = free_port()
    file = pathlib.Path(folder) / "homeserver.yaml"
    file.write_text(configuration(folder, port))
    synapse = [sys.executable, "-m", "synapse.app.homeserver", "-c", str(file)]
    server, child = Server(port), None
    try:
        with open(f"{folder}/log", "w") as log:
            subprocess.run(synapse + ["--generate-keys"], check=True, stdout=log, stderr=log, cwd=folder)
            child = subprocess.Popen(synapse, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder)
        for _ in range(600):
            try:
                server.ask("GET", "/_matrix/client/versions")
                break
            except (urllib.error.URLError, ConnectionError):
                if child.poll() is not None:
                    sys.exit(pathlib.Path(f"{folder}/log").read_text()[-2000:])
                time.sleep(0.1)
        parent, bell = server.user("parent"), server.user("bell")
        room = server.room(parent, invite=["@bell:house.test"])
        server.ask("POST", f"/_matrix/client/v3/join/{room}", {}, bell)
        print(json.dumps({"port": port, "room": room, "foreign": server.room(parent), "bell": bell, "parent": parent}),
              flush=True)
        sys.stdin.read()
    finally:
        if child:
            child.kill()
            child.wait()
        shutil.rmtree(folder, ignore_errors=True)


main()
