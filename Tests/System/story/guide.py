"""docs/service.md, typed word by word by somebody who has just installed the package."""
import http.server
import importlib.machinery
import importlib.util
import threading

from base import base
from machine import Machine, Unit
from outside import servers

PAGE = "docs/service.md"
# The page says sudo because its reader is no root; here there is nobody else.
SUDO = "#!/bin/sh\nexec \"$@\"\n"


def prepare(tree, deb):
    return base(tree, "minimal", ["systemd", "systemd-sysv"], later=deb)


def guides(tree):
    """The blocks and the terminal of .ci/check-guides, which runs the pages that need no systemd."""
    loader = importlib.machinery.SourceFileLoader("guides", str(tree / ".ci/check-guides"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("guides", loader))
    loader.exec_module(module)
    return module


def tell(report, tree, deb):
    module, minimal = guides(tree), prepare(tree, deb)
    phone = http.server.ThreadingHTTPServer(("127.0.0.1", 0), module.Receiver)
    threading.Thread(target=phone.serve_forever, daemon=True).start()
    families = servers(tree, reference=False)
    try:
        with Machine(tree, minimal) as machine:
            machine.boot()
            machine.copy(deb, "/root/pocketbell.deb")
            machine.run("apt-get", "-q", "update", timeout=300)
            machine.run("apt-get", "-q", "-y", "install", "--no-install-recommends", "/root/pocketbell.deb", "adduser", "openssl", timeout=300)
            machine.write("/usr/local/bin/sudo", SUDO, mode="755")
            machine.run("useradd", "--create-home", "mum")
            Unit(machine).active()
            for block in module.blocks(PAGE):
                follow(report, machine, module, block, families[0], phone.server_port)
    finally:
        phone.shutdown()
        for family in families:
            family.close()


def follow(report, machine, module, block, family, port):
    names = {"https://allowance.example.org": family.url, "mum@example.org": family.email}
    text = block.body
    for name, place in names.items():
        text = text.replace(name, place)
    if block.language == "yaml" and "file" in block.words:
        # ntfy's own server is not asked.
        text = text.replace("kind: ntfy", f"kind: ntfy\n    server: http://127.0.0.1:{port}\n    private-addresses: true")
        machine.write("/etc/pocketbell/pocketbell.yaml", text)
        return
    if "system" not in block.words:
        return
    with report.step(f"{block}: {text.strip().splitlines()[0][:70]}"):
        command = machine.command("bash", "-euo", "pipefail", "-c", text, environment=["TERM=dumb"])
        terminal = module.Terminal(" ".join(map(module.shlex.quote, command)), dict(module.os.environ), "/")
        status = terminal.wait()
        wanted = int(block.words.get("status", 0))
        assert status == wanted, f"it ended with {status}: {terminal.text()[-1500:]}"
