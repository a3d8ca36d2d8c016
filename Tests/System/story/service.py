"""The machine's service: from `apt install` to `apt purge`."""
import json
import re
import subprocess

from base import base
from machine import Machine, Unit, wait_until
from outside import Receiver, servers
from report import Stop

WEBHOOKS = """targets:
  - name: house
    kind: webhook
    url: {url}
    private-addresses: true
"""


class Service:
    def __init__(self, report, tree, deb, machine, servers, receiver):
        self.report, self.tree, self.deb = report, tree, deb
        self.machine, self.servers, self.receiver = machine, servers, receiver
        self.unit = Unit(machine)
        # What the journal may hold above info, because this story made it happen.
        self.expected = [r"^waits for a person"]

    # MARK: Small things

    def check(self, name, holds, detail=""):
        return self.report.check(name, holds, detail)

    def pocketbell(self, *words, **more):
        return self.machine.run("pocketbell", *words, **more)

    def status(self):
        done = self.pocketbell("status", "--json", check=False)
        return json.loads(done.stdout) if done.stdout.startswith("{") else {}

    def is_live(self):
        accounts = {account["name"]: account["state"] for account in self.status().get("accounts", [])}
        return all(accounts.get(server.name) == "live" for server in self.servers)

    def apt(self, *words):
        done = self.machine.run("apt-get", "-q", "-y", *words, check=False, timeout=300)
        if done.returncode != 0:
            raise AssertionError(done.stdout[-1500:] + done.stderr[-1500:])
        return done.stdout + done.stderr

    def mode(self, path):
        return self.machine.run("stat", "-c", "%U:%G %a", path, check=False).stdout.strip()

    def tell_all(self, occasion):
        """A transaction on each server, and each reaches the webhook exactly once."""
        for server in self.servers:
            what = server.spend(f"{occasion} {server.name}")
            self.receiver.wait_for(what)
            assert len(self.receiver.taken(what)) == 1, f"{what} was told {len(self.receiver.taken(what))} times"

    # MARK: The story

    def installing(self):
        self.machine.copy(self.deb, "/root/pocketbell.deb")
        try:
            said = self.apt("install", "--no-install-recommends", "/root/pocketbell.deb")
        except AssertionError as error:
            self.report.failed("apt installs the package", error)
            raise Stop from error
        self.report.passed("apt installs the package")
        bad = [line for line in said.splitlines() if re.search(r"\b(error|warning|could not|failed|unable)\b", line, re.I)]
        # debconf has no frontend in a minimal system, and says so for any package.
        bad = [line for line in bad if not line.startswith("debconf:")]
        self.check("installing it says nothing bad", not bad, bad)

    def waiting(self):
        try:
            self.unit.active()
        except TimeoutError as error:
            self.report.failed("it runs, though nobody is signed in", error)
            raise Stop from error
        self.report.passed("it runs, though nobody is signed in")
        text = self.unit.show("StatusText")
        self.check("systemctl status says what it waits for", "nobody is signed in" in text and "pocketbell login" in text, text)
        self.check("it starts at boot", self.unit.show("UnitFileState") == "enabled", self.unit.show("UnitFileState"))
        for path, mode in {
            "/etc/pocketbell": "root:pocketbell 750", "/etc/pocketbell/pocketbell.yaml": "root:pocketbell 640",
            "/var/lib/pocketbell": "pocketbell:pocketbell 700", "/run/pocketbell": "pocketbell:pocketbell 751",
            "/run/pocketbell/control.sock": "pocketbell:pocketbell 660",
        }.items():
            self.check(f"{path} is {mode}", self.mode(path) == mode, self.mode(path))
        user = self.machine.out("getent", "passwd", "pocketbell")
        self.check("its user cannot log in", user.endswith("/usr/sbin/nologin"), user)
        said = self.machine.out("systemd-analyze", "security", "--no-pager", "pocketbell.service")
        level = re.search(r"exposure level for pocketbell.service: ([\d.]+)", said)
        self.check(f"exposure {level and level.group(1)} is at most 1.5", level and float(level.group(1)) <= 1.5, said[-200:])
        for page in ("/usr/share/man/man1/pocketbell.1.gz", "/usr/share/bash-completion/completions/pocketbell"):
            # A minimal system may leave manual pages out; this one does not.
            self.check(f"{page} is there", self.machine.run("test", "-s", page, check=False).returncode == 0)

    def signing_in(self):
        for server in self.servers:
            with self.report.step(f"login signs an account of the service in ({server.name})"):
                said = self.pocketbell(
                    "login", "--server", server.url, "--email", server.email, "--name", server.name, "--password-stdin",
                    input=server.password + "\n")
                assert "Signed in" in said.stdout, said.stdout + said.stderr
        with self.report.step("a wrong password is refused, and nothing changes"):
            said = self.pocketbell(
                "login", "--server", self.servers[0].url, "--email", self.servers[0].email, "--name", "wrong", "--password-stdin",
                input="not-the-password\n", check=False)
            assert said.returncode == 77, f"status {said.returncode}: {said.stdout}{said.stderr}"
        with self.report.step("the program watches what was signed in"):
            wait_until(self.is_live, 30, f"every account is live: {self.status()}")
        with self.report.step("systemctl status says that it watches"):
            wait_until(lambda: "watching" in self.unit.show("StatusText"), 5,
                       self.unit.show("StatusText"))

    def asking(self):
        machine = self.machine
        machine.run("useradd", "--create-home", "--user-group", "--groups", "pocketbell", "member")
        machine.run("useradd", "--create-home", "--user-group", "stranger")
        self.check("status works for root", self.status().get("balanced") is True, self.status())
        said = self.pocketbell("status", "--json", user="member", check=False)
        self.check("status works for a member of the group", '"live"' in said.stdout, said.stdout + said.stderr)
        said = self.pocketbell("doctor", check=False)
        self.check("doctor as root looks at the service", "it runs and answers" in said.stdout, said.stdout)
        said = self.pocketbell("status", "--system", user="stranger", check=False)
        self.check("status of the service is refused for others, with a reason",
                   said.returncode == 77 and "group pocketbell" in said.stderr, f"{said.returncode} {said.stdout}{said.stderr}")
        for path in ("/etc/pocketbell/pocketbell.yaml", "/var/lib/pocketbell/accounts", "/run/pocketbell/control.sock"):
            said = machine.run("cat", path, user="stranger", check=False)
            self.check(f"others cannot read {path}", "Permission denied" in said.stderr, said.stdout + said.stderr)
        password = self.servers[0].password
        secret = machine.run(
            "sh", "-c", f"grep -rl {password} /var/lib/pocketbell /var/log /run/pocketbell; journalctl --no-pager | grep -c {password}",
            check=False)
        self.check("the password is nowhere on the machine", secret.stdout.strip() == "0", secret.stdout)

    def telling(self):
        machine, unit = self.machine, self.unit
        machine.write("/etc/pocketbell/pocketbell.yaml", WEBHOOKS.format(url=self.receiver.url))
        self.check("the configuration keeps its owner and mode", self.mode("/etc/pocketbell/pocketbell.yaml") == "root:pocketbell 640")
        with self.report.step("config check as root finds it right"):
            self.pocketbell("config", "check", "/etc/pocketbell/pocketbell.yaml")
        process = unit.process()
        with self.report.step("reload takes the configuration"):
            unit.systemctl("reload", "pocketbell")
            wait_until(lambda: "in force" in unit.tail(), 10, unit.tail())
        with self.report.step("a transaction reaches a webhook"):
            wait_until(self.is_live, 30, "every account is live after the reload")
            self.tell_all("after reload")
        with self.report.step("a configuration with a mistake is refused, and the old one stays"):
            machine.write("/etc/pocketbell/pocketbell.yaml", "targets: 3\n")
            answer = unit.systemctl("reload", "pocketbell", check=False)
            self.check("systemctl reload fails for it", answer.returncode != 0)
            self.expected += [r"pocketbell\.yaml:\d+", r"targets: 3", r"^ *\^$", r"status=78", r"Reload failed", r"has 1 mistake"]
            wait_until(lambda: "pocketbell.yaml:1" in unit.tail(), 10, unit.tail())
            machine.write("/etc/pocketbell/pocketbell.yaml", WEBHOOKS.format(url=self.receiver.url))
            self.tell_all("after refusal")
            unit.systemctl("reload", "pocketbell")
        self.check("no reload replaced the process", unit.process() == process)

    def crediting(self):
        """A secret that systemd hands to the program alone: what checks the file before a reload does not see it."""
        machine, unit = self.machine, self.unit
        folder = "/run/systemd/system/pocketbell.service.d"
        file = "/etc/pocketbell/pocketbell.yaml"
        with self.report.step("a reload keeps a secret that is a credential of systemd's"):
            machine.write("/root/hook", self.receiver.url + "\n", mode="600")
            machine.run("mkdir", "-p", folder)
            machine.write(f"{folder}/credential.conf", "[Service]\nLoadCredential=hook:/root/hook\n")
            unit.systemctl("daemon-reload")
            machine.write(file, WEBHOOKS.format(url="credential:hook"))
            process = unit.process()
            unit.systemctl("restart", "pocketbell")
            process = unit.active(other_than=process)
            wait_until(self.is_live, 30, "every account is live with a credential")
            self.tell_all("with a credential")
            # A file that the program takes anew, so that it has to read the credential again.
            reloads = self.reloads()
            machine.write(file, WEBHOOKS.format(url="credential:hook").replace("house", "home"))
            unit.systemctl("reload", "pocketbell")
            wait_until(lambda: self.reloads() > reloads, 10, unit.tail())
            wait_until(self.is_live, 30, "every account is live after the reload with a credential")
            self.tell_all("after its reload")
            assert "home" in [target["name"] for target in self.status()["targets"]], self.status()["targets"]
            assert unit.process() == process, "the reload replaced the process"
        machine.run("rm", "-r", folder)
        machine.write(file, WEBHOOKS.format(url=self.receiver.url))
        unit.systemctl("daemon-reload")
        process = unit.process()
        unit.systemctl("restart", "pocketbell")
        unit.active(other_than=process)

    def reloads(self):
        """How many the program has taken."""
        return sum("in force" in str(entry.get("MESSAGE")) for entry in self.unit.journal())

    def restarting(self):
        unit = self.unit
        process = unit.process()
        with self.report.step("restart keeps what it knows"):
            unit.systemctl("restart", "pocketbell")
            unit.active(other_than=process)
            wait_until(self.is_live, 30, "every account is live after the restart")
            self.tell_all("after restart")
        with self.report.step("stop ends it at once and cleanly"):
            unit.systemctl("stop", "pocketbell", timeout=15)
            assert unit.show("Result") == "success" and unit.show("ActiveState") == "inactive", unit.tail()
            assert self.machine.run("test", "-e", "/run/pocketbell", check=False).returncode == 1, "/run/pocketbell is left"
        with self.report.step("what happened while it was stopped is told after the start"):
            described = [server.spend(f"while stopped {server.name}") for server in self.servers]
            unit.systemctl("start", "pocketbell")
            for what in described:
                self.receiver.wait_for(what)
        with self.report.step("kill -9 is repaired by a start, and nothing is told twice"):
            self.expected += [r"Main process exited, code=killed, status=9/KILL", r"Failed with result 'signal'",
                              r"deliveries are in doubt after the last end"]
            process = unit.active()
            self.machine.run("sh", "-c", f"kill -KILL {process}")
            unit.active(other_than=process)
            wait_until(self.is_live, 30, "every account is live after kill -9")
            self.tell_all("after kill")

    def hanging(self):
        """The watchdog, with a limit that a test can wait for."""
        unit = self.unit
        with self.report.step("a process that hangs (SIGSTOP) is replaced by the watchdog"):
            self.expected += [r"Watchdog timeout", r"Killing process \d+", r"Main process exited, code=(killed|dumped), status=6/ABRT",
                              r"Failed with result 'watchdog'"]
            self.machine.run("mkdir", "-p", "/run/systemd/system/pocketbell.service.d")
            self.machine.write("/run/systemd/system/pocketbell.service.d/quick.conf", "[Service]\nWatchdogSec=3s\n")
            unit.systemctl("daemon-reload")
            unit.systemctl("restart", "pocketbell")
            process = unit.active()
            # Alive for longer than the limit, and so because it says so.
            wait_until(lambda: unit.show("WatchdogTimestampMonotonic") > unit.show("ActiveEnterTimestampMonotonic"), 10,
                       "it tells the watchdog that it lives")
            self.machine.run("sh", "-c", f"kill -STOP {process}")
            unit.active(seconds=40, other_than=process)
            assert unit.show("NRestarts") == "1", f"restarts: {unit.show('NRestarts')}"
            wait_until(self.is_live, 30, "every account is live after the watchdog")
            self.tell_all("after hanging")
        self.machine.run("rm", "-r", "/run/systemd/system/pocketbell.service.d")
        unit.systemctl("daemon-reload")
        unit.systemctl("restart", "pocketbell")
        unit.active()

    def sharing(self):
        """Somebody else has the store when the service starts: it comes as soon as the store is free."""
        with self.report.step("a store in use is waited for"):
            self.expected += [r"Main process exited, code=exited, status=75/TEMPFAIL", r"Failed with result 'exit-code'",
                              r"Failed to start pocketbell.service", r"database is in use", r"Stop the other copy"]
            self.unit.systemctl("stop", "pocketbell")
            self.machine.run("sh", "-c", "printf 'state: /var/lib/pocketbell\\ntargets: []\\n' >/tmp/other.yaml")
            # A process of its own that a restart of the service does not touch.
            other = ["systemd-run", "--quiet", "--unit=other", "--uid=pocketbell", "pocketbell", "run", "--config", "/tmp/other.yaml"]
            self.machine.run(*other)
            wait_until(lambda: Unit(self.machine, "other").process() and self.machine.run(
                "test", "-S", "/var/lib/pocketbell/control.sock", check=False).returncode == 0, 15, "another has the store")
            self.unit.systemctl("start", "pocketbell", check=False)
            wait_until(lambda: self.unit.show("SubState") == "auto-restart", 15, self.unit.show("SubState"))
            assert self.unit.show("ExecMainStatus") == "75", self.unit.show("ExecMainStatus")
            self.machine.run("systemctl", "stop", "other")
            self.unit.active(seconds=30)

    def higher_version(self):
        """The same program as the next version."""
        version = self.machine.out("dpkg-query", "-W", "-f", "${Version}", "pocketbell") + "+next"
        folder = self.machine.folder / "next"
        subprocess.run(["dpkg-deb", "-R", self.deb, folder], check=True)
        control = folder / "DEBIAN" / "control"
        control.write_text(re.sub(r"(?m)^Version: .*", f"Version: {version}", control.read_text()))
        # A new text in the file that is installed must not cost anybody theirs.
        shipped = folder / "etc/pocketbell/pocketbell.yaml"
        shipped.write_text(shipped.read_text() + "# A new line.\n")
        subprocess.run(["dpkg-deb", "-b", folder, self.machine.root / "root/next.deb"], check=True, stdout=subprocess.DEVNULL)
        return version

    def upgrading(self):
        unit = self.unit
        version = self.higher_version()
        before = self.status().get("counts", {})
        self.receiver.status = 503
        self.expected += [r"target house", r"house", r"503"]
        waiting = [server.spend(f"while upgrading {server.name}") for server in self.servers]
        with self.report.step("a delivery waits for a receiver that is out of order"):
            wait_until(lambda: len(set(self.receiver.refused())) >= 1 and self.status()["counts"]["transactions"]
                       == before["transactions"] + len(waiting), 40, "the receiver has refused one")
        process = unit.process()
        with self.report.step("an upgrade starts the new version"):
            self.apt("install", "-o", "Dpkg::Options::=--force-confold", "/root/next.deb")
            assert self.machine.out("dpkg-query", "-W", "-f", "${Version}", "pocketbell") == version
            unit.active(other_than=process)
        self.check("an upgrade keeps the administrator's file, its owner and mode",
                   self.mode("/etc/pocketbell/pocketbell.yaml") == "root:pocketbell 640"
                   and "hook" in self.machine.out("cat", "/etc/pocketbell/pocketbell.yaml"))
        self.receiver.status = 204
        with self.report.step("what waited is told after the upgrade"):
            wait_until(self.is_live, 30, "every account is live after the upgrade")
            for delivery in self.pocketbell("deliveries", "list", "--json").stdout.splitlines():
                if json.loads(delivery)["state"] == "queued":
                    self.pocketbell("deliveries", "retry", json.loads(delivery)["number"], check=False)
            for what in waiting:
                self.receiver.wait_for(what, 60)
        status = self.status()
        self.check("an upgrade keeps the state, and the counts add up",
                   status.get("balanced") is True and status["counts"]["transactions"] == before["transactions"] + len(waiting), status)

    def booting(self):
        with self.report.step("after a boot it runs by itself"):
            self.machine.shut_down()
            self.machine.boot()
            self.unit.active()
            wait_until(self.is_live, 30, "every account is live after the boot")
            self.tell_all("after boot")

    def removing(self):
        said = self.apt("remove", "pocketbell")
        self.check("remove stops it and leaves the state and the configuration",
                   self.unit.process() == 0 and self.mode("/var/lib/pocketbell/pocketbell.sqlite") != ""
                   and self.mode("/etc/pocketbell/pocketbell.yaml") == "root:pocketbell 640"
                   and self.mode("/usr/bin/pocketbell") == "" and "rror" not in said, said[-500:])
        with self.report.step("installed again it goes on where it was"):
            self.apt("install", "--no-install-recommends", "/root/next.deb")
            self.unit.active()
            wait_until(self.is_live, 30, "every account is live after installing again")
            self.tell_all("after removal")

    def noise(self):
        """Before the purge: what the journal holds that an administrator would wonder about."""
        unexpected = self.unit.unexpected(self.expected)
        for line in unexpected[:20]:
            print(f"      journal: {line}")
        self.check("the journal holds no line that nobody expects", not unexpected, f"{len(unexpected)} lines, the first shown above")

    def purging(self):
        said = self.apt("purge", "pocketbell")
        left = self.machine.out(
            "sh", "-c", "find / -xdev -iname '*pocketbell*' -not -path '/root/*' -not -path '/proc/*'; ls -d /run/pocketbell /etc/pocketbell 2>/dev/null",
            check=False)
        self.check("purge leaves nothing", not left, left)
        self.check("purge says nothing bad", not re.search(r"\b(error|warning)\b", said, re.I), said[-500:])
        self.machine.run("systemctl", "daemon-reload")
        self.check("systemd knows the unit no longer", self.unit.show("LoadState") == "not-found", self.unit.show("LoadState"))

    def told(self):
        keys = self.receiver.told()
        twice = sorted({key for key in keys if keys.count(key) > 1})
        self.check(f"each of {len(keys)} alerts was told exactly once", keys and not twice, twice)


def prepare(tree, deb):
    return base(tree, "minimal", ["systemd", "systemd-sysv"], later=deb)


def tell(report, tree, deb):
    minimal = prepare(tree, deb)
    families = servers(tree)
    try:
        with Machine(tree, minimal) as machine:
            machine.boot()
            report.passed("a minimal Debian boots")
            service = Service(report, tree, deb, machine, families, Receiver())
            chapters = [
                service.installing, service.waiting, service.signing_in, service.asking, service.telling, service.crediting,
                service.restarting, service.hanging, service.sharing, service.upgrading, service.booting, service.removing, service.noise,
                service.told, service.purging,
            ]
            for chapter in chapters:
                try:
                    chapter()
                except Stop:
                    return
                except Exception as error:  # A chapter that breaks off is a failure, and the next still says something.
                    report.failed(f"{chapter.__name__} to its end", f"{type(error).__name__}: {error}"[-1500:])
    finally:
        for family in families:
            family.close()
