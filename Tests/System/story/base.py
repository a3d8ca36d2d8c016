"""Base systems: made once by mmdebstrap, kept as tar files below .build/system."""
import contextlib
import hashlib
import os
import signal
import subprocess
import threading
import time

WEEK = 7 * 86400
making = {}


def sweep(tree):
    """What a run that was killed has left."""
    for path in (tree / ".build" / "system").glob("*.*.*"):
        if not os.path.exists(f"/proc/{path.name.split('.')[1]}"):
            subprocess.run(["rm", "-rf", "--one-file-system", path], check=True)


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
    for old in file.parent.glob(f"{name}-*.tar"):
        old.unlink()
    print(f"      making a base system ({name})", flush=True)
    fresh = file.with_name(f"{file.stem}.{os.getpid()}.tar")
    # Where it is killed at work, the next run's sweep takes this away: its mounts are gone then.
    work = file.with_name(f"making.{os.getpid()}.{name}")
    work.mkdir()
    making_it = subprocess.Popen([bootstrap, fresh, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                 start_new_session=True, env={**os.environ, "TMPDIR": str(work)})
    try:
        said = making_it.communicate()[0]
    finally:
        if making_it.poll() is None:
            os.killpg(making_it.pid, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                making_it.wait(10)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(making_it.pid, signal.SIGKILL)
            making_it.wait()
        with contextlib.suppress(OSError):
            work.rmdir()
        if making_it.returncode != 0:
            fresh.unlink(missing_ok=True)
    if making_it.returncode != 0:
        raise OSError(f"mmdebstrap failed: {said[-2000:]}")
    fresh.rename(file)
    return file
