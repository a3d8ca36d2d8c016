"""Base systems: made once by mmdebstrap, kept as tar files below .build/system."""
import hashlib
import os
import shutil
import subprocess
import threading
import time

WEEK = 7 * 86400
making = {}


def sweep(tree):
    """What a run that was killed has left."""
    for folder in (tree / ".build" / "system").glob("machine.*"):
        if not os.path.exists(f"/proc/{folder.name.split('.')[1]}"):
            shutil.rmtree(folder, ignore_errors=True)


def base(tree, name, packages, later):
    """The tar file of a system with `packages` installed, and those that the package `later` needs at hand for apt."""
    with making.setdefault(name, threading.Lock()):
        return _base(tree, name, packages, later)


def _base(tree, name, packages, later):
    depends = subprocess.run(["dpkg-deb", "-f", later, "Depends"], capture_output=True, text=True, check=True).stdout.strip()
    bootstrap = tree / "deploy/debian/bootstrap"
    options = [
        "--variant=minbase", f"--include={','.join(packages)}", "--skip=cleanup/apt",
        f'--customize-hook=chroot "$1" apt-get -q satisfy -y --no-install-recommends --download-only "{depends}"']
    key = hashlib.sha256(repr(options).encode() + bootstrap.read_bytes()).hexdigest()[:12]
    file = tree / ".build" / "system" / f"{name}-{key}.tar"
    if file.is_file() and time.time() - file.stat().st_mtime < WEEK:
        return file
    file.parent.mkdir(parents=True, exist_ok=True)
    for old in file.parent.glob(f"{name}-*.tar"):  # also what a killed run left
        old.unlink()
    print(f"      making a base system ({name})", flush=True)
    fresh = file.with_suffix(f".{os.getpid()}.tar")
    made = subprocess.run([bootstrap, fresh, *options], capture_output=True, text=True)
    if made.returncode != 0:
        fresh.unlink(missing_ok=True)
        raise OSError(f"mmdebstrap failed: {made.stderr[-2000:]}")
    fresh.rename(file)
    return file
