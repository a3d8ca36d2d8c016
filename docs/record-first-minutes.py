"""Types the first five minutes into a terminal and writes what it showed as a moving picture. Started by record-first-minutes."""
import html, http.server, json, os, pathlib, pty, re, select, shutil, signal, struct, subprocess, sys, tempfile, termios, threading, time, fcntl, urllib.request
import pyte

PICTURE, PROGRAM = pathlib.Path(sys.argv[1]), sys.argv[2]
# As root nobody's rights are enough, and nothing of the machine can be changed.
NOBODY = 65534
NOBODYS = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
COLUMNS, ROWS, TYPING, LONGEST_PAUSE = 100, 26, 0.035, 1.6
COLOURS = {"default": "#d8dee4", "red": "#ff7b72", "green": "#7ee787", "brown": "#f2cc60", "yellow": "#f2cc60", "blue": "#79c0ff",
           "magenta": "#d2a8ff", "cyan": "#76e3ea", "white": "#ffffff", "black": "#6e7681", "brightblack": "#8b949e"}


class Recorder:
    """A shell in a terminal, and each different screen that it has shown, with its moment."""

    def __init__(self, home, environment):
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.frames, self.moment = [], 0.0
        self.process, self.master = pty.fork()
        if self.process == 0:
            os.chdir(home)
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            os.execvpe("bash", ["bash", "--norc", "--noprofile"], environment)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def keep(self, seconds):
        self.moment += seconds
        lines = [self.line(row) for row in range(ROWS)]
        shown = (lines, (self.screen.cursor.y, self.screen.cursor.x))
        if not self.frames or self.frames[-1][1] != shown:
            self.frames.append((self.moment, shown))

    def line(self, row):
        """Runs of characters that look alike."""
        runs = []
        for column in range(COLUMNS):
            cell = self.screen.buffer[row][column]
            look = (COLOURS.get(cell.fg, "#" + cell.fg if re.fullmatch("[0-9a-f]{6}", cell.fg) else COLOURS["default"]), cell.bold)
            if runs and runs[-1][1] == look:
                runs[-1][0] += cell.data
            else:
                runs.append([cell.data, look])
        while runs and not runs[-1][0].strip():
            runs.pop()
        return tuple((text, look) for text, look in runs)

    def read(self, seconds):
        """Whether something came."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            self.stream.feed(os.read(self.master, 65536))
        except OSError:
            return False
        return True

    def until(self, pattern, limit=120):
        """Waits until the last lines look so; what is waited for is not shown longer than it has to be."""
        deadline, waited = time.monotonic() + limit, time.monotonic()
        while not re.search(pattern, "\n".join(line.rstrip() for line in self.screen.display).rstrip()):
            if time.monotonic() > deadline:
                sys.exit(f"record-first-minutes: '{pattern}' never came:\n" + "\n".join(self.screen.display))
            if self.read(0.05):
                self.keep(min(time.monotonic() - waited, LONGEST_PAUSE))
                waited = time.monotonic()
        while self.read(0.25):
            self.keep(0.05)
        self.keep(0.1)

    def type(self, text, hidden=False):
        for character in text:
            os.write(self.master, character.encode())
            if not hidden:
                self.read(0.2)
                self.keep(TYPING)
        self.keep(0.35)
        os.write(self.master, b"\n")

    def command(self, text, until=r"\$ *$", pause=2.0):
        self.type(text)
        self.read(0.5)
        self.until(until)
        self.keep(pause)

    def close(self):
        os.kill(self.process, signal.SIGHUP)


def svg(frames):
    """Every different line once; each frame says which of them stand where, and is shown in its time."""
    total = frames[-1][0] + 4
    width, height, step = COLUMNS * 8.43 + 24, ROWS * 18 + 24, 18
    lines, body, rules = {}, [], []
    for index, (moment, (rows, cursor)) in enumerate(frames):
        end = frames[index + 1][0] if index + 1 < len(frames) else total
        uses = "".join(f'<use href="#{lines.setdefault(row, f"l{len(lines)}")}" y="{12 + number * step}"/>' for number, row in enumerate(rows) if row)
        mark = f'<rect x="{12 + cursor[1] * 8.43:.1f}" y="{14 + cursor[0] * step}" width="8" height="16" fill="#8b949e"/>'
        body.append(f'<g class="f" style="animation-name:k{index}">{mark}{uses}</g>')
        start, stop = 100 * moment / total, 100 * end / total
        begin = f"0%,{start:.3f}%{{visibility:hidden}}" if index else ""
        rules.append(f"@keyframes k{index}{{{begin}{start + 0.001:.3f}%,{stop:.3f}%{{visibility:visible}}{stop + 0.001:.3f}%,100%{{visibility:hidden}}}}")
    shapes = []
    for row, name in lines.items():
        spans = "".join(f'<tspan fill="{look[0]}"{" font-weight=" + chr(34) + "bold" + chr(34) if look[1] else ""}>{html.escape(text)}</tspan>' for text, look in row)
        shapes.append(f'<text id="{name}" x="12" y="14" xml:space="preserve">{spans}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}">'
            f"<style>text{{font:14px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}}"
            f".f{{visibility:hidden;animation-duration:{total:.1f}s;animation-iteration-count:infinite;animation-timing-function:step-end}}"
            f"{''.join(rules)}</style><title>PocketBell: the first five minutes</title>"
            f'<rect width="100%" height="100%" rx="8" fill="#101418"/><defs>{"".join(shapes)}</defs>{"".join(body)}</svg>\n')


class Phone(http.server.BaseHTTPRequestHandler):
    """An ntfy server that takes everything."""

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b'{"id":"1"}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_PUT = do_POST

    def log_message(self, *_):
        pass


class Family:
    """The built-in family server, and somebody there who spends money."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "demo", "--serve", "--port", "5080"], stdout=subprocess.PIPE, text=True)
        self.url = re.search(r"http://[^\s;]+", self.process.stdout.readline()).group()
        self.token = self.ask("/api/v1/auth/login", {"email": "parent@example.com", "password": "password123"})["token"]

    token = None

    def ask(self, path, body=None):
        request = urllib.request.Request(self.url + path, None if body is None else json.dumps(body).encode(), {"Content-Type": "application/json"})
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read())

    def spend(self, amount, what):
        child = self.ask("/api/v1/children")[0]["id"]
        self.ask("/api/v1/transactions", {"childId": child, "amount": amount, "type": "Debit", "category": "Toys", "description": what})


class Watched:
    """What the recording waits for that its terminal does not show."""

    def __init__(self, home, environment):
        self.home, self.environment = home, environment

    def until(self, what, holds, limit=60):
        deadline = time.monotonic() + limit
        while not holds():
            if time.monotonic() > deadline:
                sys.exit(f"record-first-minutes: {what}")
            time.sleep(0.1)

    def has_hub(self):
        """Whether the program runs and follows its family's hub; one that runs is waited for until it does."""
        command = ["pocketbell", "status", "--follow", "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=self.home, env=self.environment, **NOBODYS) as follower:
            try:
                return any([account["state"] for account in json.loads(line)["accounts"]] == ["live"] for line in follower.stdout)
            finally:
                follower.terminate()

    def has_listener(self):
        """Whether a connection to the control socket stands, by the kernel's list; 03 is a connected one."""
        sockets = [line.split() for line in pathlib.Path("/proc/net/unix").read_text().splitlines()]
        return any(len(socket) == 8 and socket[5] == "03" and socket[7].startswith(f"{self.home}/") for socket in sockets)


def perform(recorder, family, phone, watched):
    """The script of the recording."""
    recorder.until(r"\$ *$")
    recorder.command("cd pocketbell && make install", pause=2)
    recorder.command("clear; pocketbell init", until=r"family server[^\n]*$", pause=1)
    for question, answer in [
        (r"E-mail[^\n]*$", family.url), (r"Password[^\n]*$", "parent@example.com"), (r"Where should alerts go[^\n]*$", "password123"),
        (r"ntfy server[^\n]*$", "ntfy"), (r"Topic[^\n]*$", phone), (r"token[^\n]*$", ""), (r"private network[^$]*$", ""),
        (r"where else[^\n]*$", ""), (r"\$ *$", ""),
    ]:
        recorder.type(answer, hidden=answer == "password123")
        recorder.until(question)
        recorder.keep(0.8)
    recorder.keep(2.5)
    recorder.command("clear; pocketbell run 2>run.log &", pause=1)
    watched.until("the program never had its hub", watched.has_hub)
    recorder.type("pocketbell watch")
    recorder.read(1)
    recorder.keep(1)
    watched.until("nothing watches", watched.has_listener)
    family.spend(4.5, "Kite")
    recorder.until(r"Kite")
    recorder.keep(1.5)
    family.spend(1.25, "Ice cream")
    recorder.until(r"Ice cream")
    recorder.keep(2)
    os.write(recorder.master, b"\x03")
    recorder.until(r"\$ *$")
    recorder.command("pocketbell deliveries list", pause=3)
    recorder.command("pocketbell status", pause=5)


def main():
    home = pathlib.Path(tempfile.mkdtemp(prefix="mum."))
    (home / "run").mkdir(mode=0o700)
    (home / "pocketbell").mkdir()
    subprocess.run(["sh", "-c", 'git archive HEAD | tar -x -C "$1"', "sh", home / "pocketbell"], check=True)
    # The program is built already: compiling takes minutes. What is shown is the rest of the installation.
    shutil.copy(PROGRAM, home / "built")
    if os.geteuid() == 0:
        subprocess.run(["chown", "-R", f"{NOBODY}:{NOBODY}", home], check=True)
    environment = {
        "HOME": str(home), "PATH": f"{home}/.local/bin:{os.environ['PATH']}", "TERM": "xterm-256color", "LANG": "C.UTF-8", "PS1": "$ ",
        "TZ": "Europe/Berlin", "XDG_RUNTIME_DIR": f"{home}/run", "PAGER": "cat", "MAKEFLAGS": "e",
        "RELEASE": "echo 'Build complete!'", "BINARY": f"{home}/built", "PREFIX": f"{home}/.local", "HISTFILE": "/dev/null",
    }
    family, recorder = Family(), None
    phone = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Phone)
    threading.Thread(target=phone.serve_forever, daemon=True).start()
    try:
        recorder = Recorder(home, environment)
        perform(recorder, family, f"http://127.0.0.1:{phone.server_port}", Watched(home, environment))
        PICTURE.write_text(svg(recorder.frames), encoding="utf-8")
        print(f"{PICTURE}: {len(recorder.frames)} screens, {recorder.frames[-1][0]:.0f} s, {PICTURE.stat().st_size // 1024} KiB")
    finally:
        if recorder:
            recorder.close()
        family.process.terminate()
        shutil.rmtree(home, ignore_errors=True)


main()
