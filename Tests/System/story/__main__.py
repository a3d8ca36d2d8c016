"""Tells the stories one after the other: two systemds would share the control groups. See ../run."""
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import base
import container
import guide
import service
import session
from report import Report

STORIES = {"service": service, "guide": guide, "session": session, "container": container}
TREE = Path(__file__).resolve().parents[3]


def package():
    """The package that POCKETBELL_PACKAGE names, else that of this tree, built anew unless it is newer than all it is made of."""
    if named := os.environ.get("POCKETBELL_PACKAGE"):
        return Path(named).resolve()
    parts = [TREE / ".build/release/pocketbell", TREE / "Package.swift"]
    for folder in ("Sources", "deploy", "config"):
        parts += (TREE / folder).rglob("*")
    found = sorted(TREE.glob("pocketbell_*.deb"), key=lambda file: file.stat().st_mtime)
    if not found or any(not part.exists() or part.stat().st_mtime > found[-1].stat().st_mtime for part in parts):
        subprocess.run(["make", "--silent", "deb"], cwd=TREE, check=True)
        found = sorted(TREE.glob("pocketbell_*.deb"), key=lambda file: file.stat().st_mtime)
    return found[-1]


def main():
    names = sys.argv[1:] or list(STORIES)
    unknown = [name for name in names if name not in STORIES]
    if unknown:
        sys.exit(f"Tests/System/run: there is no story '{unknown[0]}'; there are {', '.join(STORIES)}")
    # An end from outside is an exception, so that what was made is taken away.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(130))
    report = Report()
    try:
        base.sweep(TREE)
        deb = package()
        # The next story's system is made while the first is told.
        for name in names[1:]:
            threading.Thread(target=STORIES[name].prepare, args=(TREE, deb), daemon=True).start()
        for name in names:
            report.title(name)
            STORIES[name].tell(report, TREE, deb)
    except KeyboardInterrupt:
        report.failed("not interrupted", "Ctrl-C")
    finally:
        report.conclude()
    sys.exit(1 if report.failures else 0)


os.environ["LC_ALL"] = "C.UTF-8"
main()
