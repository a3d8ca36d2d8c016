"""Submission servers with TLS on loopback for the tests. Prints one JSON line with ports and paths, then one for each line that a
client says, and ends when its standard input closes, at the latest after ten minutes."""
import base64, json, os, socket, ssl, subprocess, sys, tempfile, threading

PLAIN = base64.b64encode(b"\0mum@example.test\0app pass w\xc3\xb6rd").decode()
lock = threading.Lock()


def tell(name, text):
    with lock:
        print(json.dumps({"server": name, "line": text}), flush=True)


def certificates(folder):
    def run(*words):
        subprocess.run(["openssl", *words], check=True, cwd=folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    run("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test CA", "-days", "2")
    for name, names in [("good", "DNS:localhost,IP:127.0.0.1"), ("wrong", "DNS:other.test")]:
        with open(os.path.join(folder, name + ".ext"), "w") as file:
            file.write("subjectAltName=" + names)
        run("req", *key, "-keyout", name + ".key", "-out", name + ".csr", "-subj", "/CN=" + name)
        run("x509", "-req", "-in", name + ".csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", name + ".pem",
            "-days", "2", "-extfile", name + ".ext")


class Talk:
    def __init__(self, name, sock, context):
        self.name, self.sock, self.context = name, sock, context
        self.secure = self.signed = False

    def say(self, text):
        self.sock.sendall(text.encode() + b"\r\n")

    def line(self):
        text = b""
        while not text.endswith(b"\n"):
            byte = self.sock.recv(1)
            if not byte:
                raise ConnectionError
            text += byte
        line = text.decode("utf-8", "replace").rstrip("\r\n")
        tell(self.name, ("TLS " if self.secure else "CLEAR ") + line)
        return line

    def encrypt(self):
        self.sock = self.context.wrap_socket(self.sock, server_side=True)
        self.secure = True

    def sign_in(self, words):
        given = words[2] if len(words) > 2 else None
        if words[1] == "PLAIN":
            if given is None:
                self.say("334 ")
                given = self.line()
            good = given == PLAIN
        else:
            self.say("334 VXNlcm5hbWU6")
            user = self.line()
            self.say("334 UGFzc3dvcmQ6")
            good = (user, self.line()) == (base64.b64encode(b"mum@example.test").decode(), base64.b64encode("app pass wörd".encode()).decode())
        self.signed = good
        # A server that repeats what it was told.
        self.say("235 2.7.0 welcome" if good else f"535 5.7.8 bad credentials {given}")

    def run(self):
        if self.name == "implicit":
            self.encrypt()
        self.say("220 here")
        while True:
            line = self.line()
            words = line.split(" ")
            match words[0].upper():
                case "EHLO":
                    offers = ["here"]
                    if not self.secure and self.name != "bare":
                        offers.append("STARTTLS")
                    if self.secure and self.name != "unsigned":
                        offers.append("AUTH LOGIN" if self.name == "login" else "AUTH PLAIN LOGIN")
                    if self.name == "bare":
                        offers.append("AUTH PLAIN")
                    for offer in offers[:-1]:
                        self.say("250-" + offer)
                    self.say("250 " + offers[-1])
                case "STARTTLS":
                    # What somebody between has slipped in must not be taken for what comes encrypted.
                    self.say("220 go" + ("\r\n250-injected\r\n250 AUTH PLAIN" if self.name == "injected" else ""))
                    self.encrypt()
                case "AUTH": self.sign_in(words)
                case "MAIL": self.say("250 ok" if self.signed or self.name == "unsigned" else "530 5.7.0 sign in first")
                case "DATA":
                    self.say("354 go on")
                    while self.line() != ".":
                        pass
                    self.say("250 2.0.0 queued")
                case "QUIT":
                    self.say("221 bye")
                    return
                case _: self.say("250 ok")


def listen(name, context):
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen(16)

    def talk(sock):
        try:
            Talk(name, sock, context).run()
        except (OSError, ConnectionError):
            pass
        sock.close()

    def accept():
        while True:
            sock, _ = server.accept()
            threading.Thread(target=talk, args=(sock,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return server


def main():
    with tempfile.TemporaryDirectory() as folder:
        certificates(folder)
        out = {"ca": os.path.join(folder, "ca.pem"), "ports": {}}
        for name in ["starttls", "implicit", "login", "bare", "injected", "unsigned", "wrong"]:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            certificate = os.path.join(folder, "wrong" if name == "wrong" else "good")
            context.load_cert_chain(certificate + ".pem", certificate + ".key")
            out["ports"][name] = listen(name, context).getsockname()[1]
        print(json.dumps(out), flush=True)
        timer = threading.Timer(600, lambda: os._exit(1))
        timer.daemon = True
        timer.start()
        sys.stdin.read()


main()
