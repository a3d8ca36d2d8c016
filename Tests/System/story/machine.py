"""A Debian that systemd has booted, in a container that shares the network."""
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def wait_until(question, seconds, what):
    """What `question` answers as soon as it is true. An error of its own counts as no."""
    deadline = time.monotonic() + seconds
    while True:
        answer = question()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {seconds} s: {what}")
        time.sleep(0.1)


class Machine:
    def __init__(self, tree, base):
        self.folder = Path(tempfile.mkdtemp(prefix=f"machine.{os.getpid()}.", dir=tree / ".build" / "system"))
        self.root = self.folder / "root"
        self.root.mkdir()
        self.nspawn = self.leader = None
        self.groups = []
        subprocess.run(["tar", "-C", self.root, "--numeric-owner", "-xf", base], check=True)

    def boot(self):
        """Waits until systemd has started everything."""
        log = open(self.folder / "console", "ab")
        # Dies with this process, also when that is killed; its own child dies with it.
        self.nspawn = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--settings=no",
             "--link-journal=no", f"--machine=pocketbell-{os.getpid()}", "--directory", self.root, "--boot"],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=self._enter_groups)
        log.close()
        self.leader = wait_until(self._child, 20, "systemd-nspawn starts")
        with contextlib.suppress(TimeoutError):
            wait_until(lambda: self._state() in ("running", "degraded"), 60, "the machine is up")
            return
        raise TimeoutError("the machine is not up: " + (self.folder / "console").read_text(errors="replace")[-2000:])

    def _state(self):
        return self.run("systemctl", "is-system-running", check=False).stdout.strip()

    def _child(self):
        if self.nspawn.poll() is not None:
            raise OSError("systemd-nspawn ended: " + (self.folder / "console").read_text(errors="replace")[-2000:])
        children = Path(f"/proc/{self.nspawn.pid}/task/{self.nspawn.pid}/children").read_text().split()
        return int(children[0]) if children else None

    def _enter_groups(self):
        """Control groups of its own: without them two machines' systemds would rule the same ones."""
        for line in open("/proc/self/cgroup", encoding="ascii").read().splitlines():
            _, controllers, path = line.split(":", 2)
            top = {"": "unified", "name=systemd": "systemd"}.get(controllers)
            for place in [Path("/sys/fs/cgroup") / top] if top else []:
                if not place.is_dir() and controllers == "":
                    place = Path("/sys/fs/cgroup")
                group = place / path.lstrip("/") / f"pocketbell-{os.getppid()}"
                with contextlib.suppress(OSError):
                    group.mkdir(exist_ok=True)
                    (group / "cgroup.procs").write_text(str(os.getpid()))

    def _leave_groups(self):
        for top in Path("/sys/fs/cgroup").glob(f"**/pocketbell-{os.getpid()}"):
            for folder, _, _ in os.walk(top, topdown=False):
                with contextlib.suppress(OSError):
                    os.rmdir(folder)

    def command(self, *words, user=None, environment=()):
        who = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"] if user else []
        home = f"HOME=/home/{user}" if user else "HOME=/root"
        return ["nsenter", "-t", str(self.leader), "-m", "-p", "-u", "-i", "-r", "-w", "--", "env", "-i", PATH, home,
                "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "SYSTEMD_COLORS=0", "SYSTEMD_PAGER=", *environment, *who,
                *map(str, words)]

    def run(self, *words, user=None, environment=(), input=None, check=True, timeout=120):
        """A command inside. With `check` a failure is an AssertionError that says what it printed."""
        done = subprocess.run(
            self.command(*words, user=user, environment=environment), input=input, capture_output=True, text=True,
            errors="replace", timeout=timeout, stdin=None if input is not None else subprocess.DEVNULL)
        if check and done.returncode != 0:
            raise AssertionError(f"{' '.join(map(str, words))[:200]} ended with {done.returncode}: {done.stdout}{done.stderr}")
        return done

    def out(self, *words, **more):
        return self.run(*words, **more).stdout.strip()

    def write(self, path, text, mode=None):
        """As an editor does: a file that exists keeps its owner and rights."""
        self.run("tee", path, input=text)
        if mode:
            self.run("chmod", mode, path)

    def copy(self, source, path):
        shutil.copy(source, self.root / path.lstrip("/"))

    def shut_down(self):
        if self.nspawn and self.nspawn.poll() is None:
            self.run("systemctl", "--no-block", "poweroff", check=False)
            try:
                self.nspawn.wait(60)
            except subprocess.TimeoutExpired:
                self._kill()
        self.nspawn = None

    def _kill(self):
        if self.nspawn and self.nspawn.poll() is None:
            self.nspawn.kill()
            self.nspawn.wait()
        if self.leader:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.leader, signal.SIGKILL)
        self.leader = None

    def close(self):
        """Leaves nothing, however far it came."""
        if self.nspawn and self.nspawn.poll() is None:
            self.nspawn.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.nspawn.wait(15)
        self._kill()
        self._leave_groups()
        subprocess.run(["rm", "-rf", "--one-file-system", self.folder], check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Unit:
    """A unit of the machine, or with `user` of that user's service manager."""

    def __init__(self, machine, name="pocketbell", user=None):
        self.machine, self.name, self.user = machine, name, user
        self.mode = ["--user"] if user else []
        self.environment = []
        if user:
            runtime = f"/run/user/{machine.out('id', '-u', user)}"
            self.environment = [f"XDG_RUNTIME_DIR={runtime}", f"DBUS_SESSION_BUS_ADDRESS=unix:path={runtime}/bus"]

    def systemctl(self, *words, check=True, timeout=120):
        return self.machine.run(
            "systemctl", *self.mode, *words, user=self.user, environment=self.environment, check=check, timeout=timeout)

    def show(self, property):
        return self.systemctl("show", "--value", "--property", property, self.name).stdout.strip()

    def process(self):
        return int(self.show("MainPID") or 0)

    def is_active(self):
        return self.show("ActiveState") == "active"

    def active(self, seconds=30, other_than=0):
        """Its process, once it is ready."""
        return wait_until(
            lambda: self.is_active() and self.process() not in (0, other_than) and self.process(), seconds,
            f"{self.name} is active; it is {self.show('ActiveState')}: {self.tail()}")

    def journal(self, *words):
        """What the unit said and what systemd said of it, as root sees it."""
        fields = ["_SYSTEMD_USER_UNIT", "USER_UNIT"] if self.user else ["_SYSTEMD_UNIT", "UNIT"]
        matches = " + ".join(f"{field}={self.name}.service" for field in fields).split()
        lines = self.machine.out("journalctl", "--output", "json", *words, *matches)
        return [json.loads(line) for line in lines.splitlines()]

    def unexpected(self, expected):
        """Lines above info, and lines that did not come from the program's own log, which no pattern in `expected` knows."""
        lines, before = [], []
        for entry in self.journal():
            message = str(entry.get("MESSAGE"))
            is_loud = int(entry.get("PRIORITY", 6)) < 6
            is_foreign = entry.get("_COMM") == "pocketbell" and "COMPONENT" not in entry
            if (is_loud or is_foreign) and not any(re.search(pattern, message) for pattern in expected):
                lines.append(f"<{entry.get('PRIORITY')}> {entry.get('SYSLOG_IDENTIFIER')}: {message}   after: {' | '.join(before[-4:])}")
            before.append(f"{int(entry['__REALTIME_TIMESTAMP']) / 1e6 % 1000:.1f} {message[:80]}")
        return lines

    def tail(self):
        return " | ".join(str(entry.get("MESSAGE")) for entry in self.journal("--lines", "8"))
