"""The container image: built from the package without an engine, run by podman."""
import json
import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

from machine import wait_until
from outside import Receiver, servers
from report import Stop

IMAGE = "localhost/pocketbell:latest"
LOCK = threading.Lock()


class Engine:
    """podman with images, containers and volumes of its own, which go with it."""

    def __init__(self, tree):
        self.folder = Path(tempfile.mkdtemp(prefix=f"machine.{os.getpid()}.", dir=tree / ".build" / "system"))
        # podman takes no more than 50 characters for it, and a checkout may lie deep.
        self.state = Path(tempfile.mkdtemp(prefix="pocketbell.", dir="/run"))
        self.words = ["podman", "--root", self.folder / "root", "--runroot", self.state, "--runtime", "runc",
                      "--cgroup-manager", "cgroupfs", "--events-backend", "none"]
        self.started = []

    def run(self, *words, input=None, check=True, timeout=120):
        done = subprocess.run([*self.words, *map(str, words)], input=input, capture_output=True, text=True, timeout=timeout,
                              stdin=None if input is not None else subprocess.DEVNULL)
        if check and done.returncode != 0:
            raise AssertionError(f"podman {' '.join(map(str, words))[:200]} ended with {done.returncode}: {done.stdout}{done.stderr}")
        return done

    def start(self, name, *options):
        """In the foreground, as Ctrl-C finds it; nothing but the volume can be written."""
        # An engine sets limits of its own, which a machine inside another may not have.
        limits = [f"--ulimit={what}=1024:1024" for what in ("nofile", "nproc")]
        process = subprocess.Popen(
            [*self.words, "run", "--rm", "--read-only", "--network=host", f"--name={name}", *limits,
             "--volume=family:/var/lib/pocketbell", *map(str, options), IMAGE],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, start_new_session=True)
        self.started.append(process)
        def answers():
            # The status of the command tells of people's work too: nobody is signed in yet.
            said = self.run("exec", name, "pocketbell", "status", "--json", check=False).stdout
            return '"running":true' in said or process.poll() is not None

        wait_until(answers, 30, "the program in the container answers")
        return process

    def close(self):
        subprocess.run([*self.words, "rm", "--force", "--all", "--time", "2"], capture_output=True, check=False)
        for process in self.started:
            process.kill()
        subprocess.run([*self.words, "unmount", "--all", "--force"], capture_output=True, check=False)
        subprocess.run(["umount", "--quiet", "--recursive", self.folder / "root/overlay"], check=False)
        subprocess.run(["umount", "--quiet", "--recursive", self.state], check=False)
        for folder in (self.folder, self.state):
            shutil.rmtree(folder, ignore_errors=True)


class Container:
    def __init__(self, report, engine, families, receiver):
        self.report, self.engine, self.families, self.receiver = report, engine, families, receiver

    def status(self, name):
        said = self.engine.run("exec", name, "pocketbell", "status", "--json", check=False).stdout
        return json.loads(said) if said.startswith("{") else {}

    def is_live(self, name):
        accounts = self.status(name).get("accounts", [])
        return len(accounts) == len(self.families) and all(account["state"] == "live" for account in accounts)

    def end(self, process, name, *, by):
        """Stops the container; its exit status and all that it said."""
        by()
        said = process.communicate(timeout=20)[0]
        assert process.returncode == 0, f"{name} ended with {process.returncode}: {said[-800:]}"
        return said

    def tell_all(self, occasion):
        for family in self.families:
            what = family.spend(f"{occasion} {family.name}")
            self.receiver.wait_for(what)

    def signing_in(self, archive):
        engine = self.engine
        with self.report.step("podman loads the image"):
            engine.run("load", "--input", archive)
        process = engine.start("first")
        with self.report.step("the program is process 1, not root, and waits for a sign-in"):
            said = engine.run("exec", "first", "sh", "-c", "cat /proc/1/comm; id -un").stdout.split()
            assert said == ["pocketbell", "pocketbell"], said
            assert "nobody is signed in" in json.dumps(self.status("first")), self.status("first")
        for family in self.families:
            with self.report.step(f"exec login signs in ({family.name})"):
                engine.run("exec", "--interactive", "first", "pocketbell", "login", "--server", family.url, "--email", family.email,
                           "--name", family.name, "--password-stdin", input=family.password + "\n")
        with self.report.step("it watches what was signed in"):
            wait_until(lambda: self.is_live("first"), 30, f"every account is live: {self.status('first')}")
        with self.report.step("podman stop (SIGTERM) ends it cleanly"):
            self.end(process, "first", by=lambda: engine.run("stop", "--time", "15", "first"))

    def telling(self):
        engine = self.engine
        file = engine.folder / "pocketbell.yaml"
        file.write_text(f"targets:\n  - {{name: house, kind: webhook, url: '{self.receiver.url}', private-addresses: true}}\n")
        file.chmod(0o644)
        mount = f"--volume={file}:/etc/pocketbell/pocketbell.yaml:ro"
        process = engine.start("second", mount)
        with self.report.step("another container on the same volume is signed in, and tells a webhook"):
            wait_until(lambda: self.is_live("second"), 30, f"every account is live: {self.status('second')}")
            self.tell_all("in a container")
        with self.report.step("Ctrl-C ends it cleanly"):
            self.end(process, "second", by=lambda: os.killpg(process.pid, 2))
        missed = [family.spend(f"without a container {family.name}") for family in self.families]
        process = engine.start("third", mount)
        with self.report.step("what happened in between is told by the next one"):
            for what in missed:
                self.receiver.wait_for(what)
        with self.report.step("kill -9 loses nothing"):
            engine.run("kill", "--signal", "KILL", "third")
            process.communicate(timeout=20)
            process = engine.start("fourth", mount)
            wait_until(lambda: self.is_live("fourth"), 30, "every account is live after kill -9")
            self.tell_all("after kill")
            assert self.status("fourth")["balanced"] is True
            self.end(process, "fourth", by=lambda: engine.run("stop", "--time", "15", "fourth"))
        keys = self.receiver.told()
        self.report.check(f"each of {len(keys)} alerts was told exactly once", keys and len(keys) == len(set(keys)), keys)


def prepare(tree, deb):
    """The image, built anew when the package is newer. Two at once would share a folder: this is called under a lock."""
    with LOCK:
        found = sorted(tree.glob("pocketbell_*.image.tar"), key=lambda file: file.stat().st_mtime)
        if not found or found[-1].stat().st_mtime < deb.stat().st_mtime:
            print("      building the image", flush=True)
            subprocess.run([tree / "deploy/container/build", deb], check=True, stdout=subprocess.DEVNULL)
            found = sorted(tree.glob("pocketbell_*.image.tar"), key=lambda file: file.stat().st_mtime)
        return found[-1]


def tell(report, tree, deb):
    subprocess.run([tree / "deploy/install-dependencies", "podman", "runc", "conmon"], check=True)
    archive = prepare(tree, deb)
    report.passed(f"an image of {archive.stat().st_size // 1_000_000} MB is built")
    families = servers(tree)
    engine = Engine(tree)
    try:
        container = Container(report, engine, families, Receiver())
        for chapter in (lambda: container.signing_in(archive), container.telling):
            try:
                chapter()
            except Stop:
                return
            except Exception as error:
                report.failed("the container's story to its end", f"{type(error).__name__}: {error}"[-1500:])
    finally:
        engine.close()
        for family in families:
            family.close()
