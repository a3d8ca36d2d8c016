"""A real Apprise API on loopback: prints its port, and ends when its standard input does.

Usage: apprise.py FOLDER, a checkout of github.com/caronc/apprise-api whose requirements.txt this Python has.
"""
import os, shutil, socket, subprocess, sys, tempfile, time, urllib.error, urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def main():
    folder, port = tempfile.mkdtemp(prefix="pocketbell-apprise-"), free_port()
    variables = {**os.environ, "APPRISE_CONFIG_DIR": folder, "APPRISE_ATTACH_DIR": folder}
    server = None
    try:
        with open(f"{folder}/log", "w") as log:
            server = subprocess.Popen(
                [sys.executable, "manage.py", "runserver", "--noreload", f"127.0.0.1:{port}"], cwd=sys.argv[1],
                env=variables, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/status", timeout=10)
                break
            except urllib.error.HTTPError:
                break
            except (urllib.error.URLError, ConnectionError):
                if server.poll() is not None:
                    sys.exit(open(f"{folder}/log").read()[-2000:])
                time.sleep(0.1)
        print(port, flush=True)
        sys.stdin.read()
    finally:
        if server:
            server.kill()
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)


main()
