"""Pass and fail lines."""
import contextlib
import time
import traceback


class Stop(Exception):
    """The rest of a story makes no sense."""


class Report:
    def __init__(self):
        self.passes = 0
        self.failures = []
        self.started = time.monotonic()

    def title(self, name):
        print(f"\n-- {name} ({time.monotonic() - self.started:.0f} s so far)", flush=True)

    def passed(self, name):
        self.passes += 1
        print(f"pass  {name}", flush=True)

    def failed(self, name, detail=""):
        self.failures.append(name)
        print(f"FAIL  {name}{f': {detail}' if detail else ''}", flush=True)

    def check(self, name, holds, detail=""):
        """One line; `detail` says what was seen instead."""
        if holds:
            self.passed(name)
        else:
            self.failed(name, str(detail).strip()[-2000:])
        return holds

    @contextlib.contextmanager
    def step(self, name):
        """One line for what must not raise; the story goes on after it."""
        try:
            yield
        except (AssertionError, OSError, TimeoutError, ValueError, KeyError, LookupError) as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            self.failed(name, f"{error or type(error).__name__} ({place.filename.rsplit('/', 1)[-1]}:{place.lineno})"[-2000:])
        else:
            self.passed(name)

    def conclude(self):
        print(f"\nIt took {time.monotonic() - self.started:.0f} s.")
        for name in self.failures:
            print(f"failed: {name}")
        print(f"{self.passes} passed, {len(self.failures)} failed", flush=True)
