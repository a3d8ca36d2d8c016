"""A real submission server on loopback, aiosmtpd: STARTTLS and a sign-in, then each mail as Python's own reader takes it apart.

Prints one line of JSON, `{"port":…,"authority":…}`, then one for each mail; ends when its standard input does.
"""
import email, email.policy, json, os, socket, ssl, subprocess, sys, tempfile

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

USER, PASSWORD = b"bell@example.org", "app pass wörd".encode()


def tell(line):
    print(json.dumps(line), flush=True)


class Mailbox:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return "550 5.1.1 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        parts = {part.get_content_type(): part.get_content().replace("\r\n", "\n") for part in mail.walk() if not part.is_multipart()}
        tell({"from": envelope.mail_from, "to": envelope.rcpt_tos, "secure": session.ssl is not None, "subject": mail["Subject"],
              "identity": mail["Message-ID"], "headers": mail.keys(), "parts": parts, "defects": len(mail.defects)})
        return "250 2.0.0 kept"


def authenticate(server, session, envelope, mechanism, data):
    return AuthResult(success=(data.login, data.password) == (USER, PASSWORD), handled=False)


def certificate(folder):
    names = [os.path.join(folder, name) for name in ("key.pem", "house.pem")]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", names[0],
                    "-out", names[1], "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return names


with tempfile.TemporaryDirectory() as folder:
    key, authority = certificate(folder)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(authority, key)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    controller = Controller(Mailbox(), hostname="127.0.0.1", port=port, tls_context=context, require_starttls=True,
                            authenticator=authenticate, auth_required=True)
    controller.start()
    tell({"port": port, "authority": authority})
    sys.stdin.read()
    controller.stop()
