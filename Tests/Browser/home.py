"""A family's server, the program that watches it, and browsers that are signed in at its page."""
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PASSWORD = "password123"
ALICE = "00000000-0000-4000-8000-000000000200"


def eventually(what, look, limit=20):
    """What `look` says once it says something."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        try:
            if found := look():
                return found
        except Exception as error:  # noqa: BLE001 the last one is told
            last = error
        else:
            last = None
        time.sleep(0.05)
    raise AssertionError(f"not within {limit} s: {what}" + (f" ({last})" if last else ""))


class Home:
    """The genuine hub, or the simulated family; the program beside it, in a folder of its own."""

    def __init__(self, binary, hub=None, dialect="spec", dashboard=None):
        """The page's own section of the configuration may hold `{folder}`, where there is a certificate for localhost."""
        self.binary = os.path.abspath(binary)
        self.folder = tempfile.mkdtemp(prefix="pocketbell-browser.")
        if dashboard:
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                 "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", f"{self.folder}/page.key",
                 "-out", f"{self.folder}/page.pem"], check=True, capture_output=True)
        self.processes = []
        self.hub, self.dialect = hub, dialect
        self.server = None
        self.serve()
        # Secrets that others can read are refused.
        with open(os.open(f"{self.folder}/password", os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(PASSWORD)
        with open(f"{self.folder}/pocketbell.yaml", "w") as file:
            file.write(f"""state: {self.folder}/state
accounts:
  - {{name: mum, server: "{self.server}", email: parent@example.com, password: "file:{self.folder}/password", scan: 5s}}
  - {{name: alice, server: "{self.server}", email: child1@example.com, password: "file:{self.folder}/password", scan: 5s}}
targets:
  - {{name: phone, kind: command, program: /bin/cat}}
  - {{name: broken, kind: command, program: /bin/false}}
rules:
  - {{name: money, events: [transaction, chore], to: [phone, broken]}}
{(dashboard or "").format(folder=self.folder)}
""")
        self.run()

    def serve(self):
        """Starts the family's server, at its former address if it had one; the genuine one knows all that it knew."""
        port = self.server.rsplit(":", 1)[1] if self.server else "0"
        if self.hub:
            state = f"--StateFile={self.folder}/family.json"
            command, marker = [self.hub, "--port", port, f"--Dialect={self.dialect}", state], "ready on "
        else:
            command, marker = [self.binary, "demo", "--serve", "--port", port], "answers at "
        before = len(self.said("family"))
        self.family = self.start(command, "family")
        line = eventually(
            "the family's server", lambda: next((line for line in self.said("family")[before:] if marker in line), None), 60)
        self.server = line.split(marker)[1].split()[0].rstrip(";")

    def start(self, command, name):
        with open(f"{self.folder}/{name}.log", "ab") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        self.processes.append(process)
        return process

    def said(self, name):
        path = f"{self.folder}/{name}.log"
        if not os.path.exists(path):
            return []
        with open(path, errors="replace") as log:
            return log.read().splitlines()

    def run(self):
        """Starts the watcher; returns once it has a page."""
        self.program = self.start([self.binary, "run", "--config", "pocketbell.yaml"], "program")
        eventually("a page", self.link, 30)

    def command(self, *words):
        done = subprocess.run(
            [self.binary, *words, "--config", f"{self.folder}/pocketbell.yaml"], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout

    def status(self):
        """What it says of itself, well or not."""
        return subprocess.run(
            [self.binary, "status", "--config", f"{self.folder}/pocketbell.yaml"], capture_output=True, text=True, timeout=60).stdout

    def link(self, where="url"):
        """An address that signs a browser in, once: here, or `anywhere`."""
        return json.loads(self.command("open", "--print", "--json"))[where]

    def ask(self, method, path, body=None, token=None):
        request = urllib.request.Request(
            self.server + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})})
        with urllib.request.urlopen(request, timeout=20) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def spend(self, amount, description, child=ALICE):
        """Money that goes, entered at the family's server by a parent: the program hears of it from there."""
        login = self.ask("POST", "/api/v1/auth/login", {"email": "parent@example.com", "password": PASSWORD})
        token = login.get("token") or login.get("accessToken") or login["data"]["token"]
        self.ask("POST", "/api/v1/transactions", {
            "childId": child, "amount": amount, "type": "Debit", "category": "Toys", "description": description}, token)

    def browser(self, width=1280, height=900, dark=False, scripts=True, language="en", where="url", signed_in=True):
        """One that is signed in by a link, on the overview; or one that nobody has signed in."""
        # What needs no browser needs no selenium.
        from selenium import webdriver
        from selenium.webdriver.chrome.options import Options

        options = Options()
        options.binary_location = shutil.which("chromium")
        for word in ["--ignore-certificate-errors", "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars", f"--lang={language}"]:
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        preferences = {"intl.accept_languages": language}
        if not scripts:
            preferences["profile.managed_default_content_settings.javascript"] = 2
        options.add_experimental_option("prefs", preferences)
        driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        resize(driver, width, height)
        link = self.link(where)
        self.page = link.split("/in/")[0]
        if not signed_in:
            return driver
        driver.get(link)
        # Without scripts, too: the page leads on by itself.
        eventually("the overview", lambda: driver.current_url == self.page + "/")
        return driver

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def resize(driver, width, height):
    """Exactly so many pixels of page, which no window manager rounds."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
