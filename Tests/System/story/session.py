"""A service of a user's session: it lingers, and shows popups on that session's bus."""
import json

from base import base
from machine import Machine, Unit, wait_until
from outside import servers
from report import Stop

USER = "nora"
SCREEN = ":7"


class Session:
    def __init__(self, report, deb, machine, server):
        self.report, self.deb, self.machine, self.server = report, deb, machine, server
        self.unit = None
        self.expected = [r"^waits for a person"]

    def systemd_run(self, name, *command, environment=()):
        words = [f"--setenv={word}" for word in environment]
        self.machine.run("systemd-run", "--user", "--quiet", "--collect", f"--unit={name}", *words, *command, user=USER,
                         environment=self.unit.environment)

    def pocketbell(self, *words, **more):
        return self.machine.run("pocketbell", *words, user=USER, environment=self.unit.environment, **more)

    def is_live(self):
        said = self.pocketbell("status", "--json", check=False).stdout
        return said.startswith("{") and [account["state"] for account in json.loads(said)["accounts"]] == ["live"]

    def shown(self):
        return "\n".join(str(entry.get("MESSAGE")) for entry in Unit(self.machine, "popups", USER).journal())

    def start_screen(self):
        """What a person's desktop brings: a screen, and something that shows popups on it."""
        self.systemd_run("screen", "Xvfb", SCREEN, "-screen", "0", "640x480x24")
        wait_until(lambda: self.machine.run("test", "-S", f"/tmp/.X11-unix/X{SCREEN[1:]}", check=False).returncode == 0, 20,
                   "the screen is there")
        self.systemd_run("popups", "dunst", "-print", environment=[f"DISPLAY={SCREEN}"])

    def popup(self, occasion, seconds=60):
        what = self.server.spend(f"{occasion} <b>& co</b>")
        wait_until(lambda: occasion in self.shown(), seconds, f"a popup about '{what}'; shown: {self.shown()[-500:]}")

    # MARK: The story

    def installing(self):
        self.machine.copy(self.deb, "/root/pocketbell.deb")
        self.machine.run("apt-get", "-q", "-y", "install", "--no-install-recommends", "/root/pocketbell.deb", timeout=300)
        self.machine.run("useradd", "--create-home", "--user-group", USER)
        self.machine.run("loginctl", "enable-linger", USER)
        wait_until(lambda: self.machine.run("test", "-S", f"/run/user/{self.machine.out('id', '-u', USER)}/bus", check=False)
                   .returncode == 0, 20, "the lingering user's bus is there")
        self.unit = Unit(self.machine, user=USER)

    def starting(self):
        said = self.unit.systemctl("is-enabled", "pocketbell", check=False).stdout.strip()
        self.report.check("the user's unit is nobody's until they want it", said == "disabled", said)
        with self.report.step("enabled, it runs and waits for a sign-in"):
            self.unit.systemctl("enable", "--now", "pocketbell")
            self.unit.active()
            assert "nobody is signed in" in self.unit.show("StatusText"), self.unit.show("StatusText")
        with self.report.step("login asks the user's own program, not the machine's service"):
            self.pocketbell("login", "--server", self.server.url, "--email", self.server.email, "--name", "family", "--password-stdin",
                            input=self.server.password + "\n")
            wait_until(self.is_live, 30, "the account is live")
            assert "family" not in self.machine.run("pocketbell", "status", "--json", check=False).stdout

    def popping(self):
        early = self.server.spend("before the desktop")
        with self.report.step("what happens before a desktop is there waits"):
            wait_until(lambda: json.loads(self.pocketbell("status", "--json", check=False).stdout)["counts"]["deliveries"] == 1, 30,
                       "the delivery is recorded")
            self.start_screen()
        with self.report.step("and is shown as soon as popups can be"):
            wait_until(lambda: early in self.shown(), 90, f"a popup about '{early}'; shown: {self.shown()[-500:]}")
        with self.report.step("a transaction is a popup on the session's bus"):
            self.popup("on the bus")
        self.report.check("and markup in it is text", "&lt;b&gt;&amp; co&lt;/b&gt;" in self.shown(), self.shown()[-500:])

    def restarting(self):
        process = self.unit.process()
        with self.report.step("reload keeps the process"):
            self.unit.systemctl("reload", "pocketbell")
            wait_until(lambda: "in force" in self.unit.tail(), 10, self.unit.tail())
            assert self.unit.process() == process
        with self.report.step("restart, and the next popup"):
            self.unit.systemctl("restart", "pocketbell")
            self.unit.active(other_than=process)
            wait_until(self.is_live, 30, "the account is live")
            self.popup("after restart")
        with self.report.step("a process that hangs (SIGSTOP) is replaced by the watchdog"):
            self.expected += [r"Watchdog timeout", r"Killing process \d+", r"Main process exited, code=(killed|dumped), status=6/ABRT",
                              r"Failed with result 'watchdog'"]
            folder = f"/run/user/{self.machine.out('id', '-u', USER)}/systemd/user/pocketbell.service.d"
            self.machine.run("mkdir", "-p", folder, user=USER)
            self.machine.run("tee", f"{folder}/quick.conf", user=USER, input="[Service]\nWatchdogSec=3s\n")
            self.unit.systemctl("daemon-reload")
            process = self.unit.process()
            self.unit.systemctl("restart", "pocketbell")
            process = self.unit.active(other_than=process)
            self.machine.run("sh", "-c", f"kill -STOP {process}")
            self.unit.active(seconds=40, other_than=process)
            self.machine.run("rm", "-r", folder)
            self.unit.systemctl("daemon-reload")

    def booting(self):
        with self.report.step("after a boot it runs though nobody has logged in"):
            self.machine.shut_down()
            self.machine.boot()
            wait_until(lambda: self.unit.systemctl("is-active", "pocketbell", check=False).stdout.strip() == "active", 30,
                       "the lingering user's unit is active")
            wait_until(self.is_live, 30, "the account is live")
            self.start_screen()
            self.popup("after boot")
        with self.report.step("stop ends it at once and cleanly"):
            self.unit.systemctl("stop", "pocketbell", timeout=15)
            assert self.unit.show("Result") == "success", self.unit.tail()

    def noise(self):
        lines = self.unit.unexpected(self.expected)
        for line in lines[:20]:
            print(f"      journal: {line}")
        self.report.check("the journal holds no line that nobody expects", not lines, f"{len(lines)} lines, the first shown above")


def prepare(tree, deb):
    packages = ["systemd", "systemd-sysv", "dbus", "dbus-user-session", "libpam-systemd", "dunst", "xvfb"]
    return base(tree, "desktop", packages, later=deb)


def tell(report, tree, deb):
    desktop = prepare(tree, deb)
    server, *_ = servers(tree, reference=False)
    try:
        with Machine(tree, desktop) as machine:
            machine.boot()
            session = Session(report, deb, machine, server)
            for chapter in (session.installing, session.starting, session.popping, session.restarting, session.booting, session.noise):
                try:
                    chapter()
                except Stop:
                    return
                except Exception as error:
                    report.failed(f"{chapter.__name__} to its end", f"{type(error).__name__}: {error}"[-1500:])
                    if session.unit is None:
                        return
    finally:
        server.close()
