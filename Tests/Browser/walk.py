#!/usr/bin/env python3
"""What people and machines find on the page in a real browser. See `run`, which installs what this needs."""
import argparse
import base64
import http.client
import os
import signal
import socket
import ssl
import sys
import time
import traceback

import axe_playwright_python
from home import ALICE, PASSWORD, ROOT, Home, eventually, resize
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

HOSTILE = "<script>alert(1)</script>\u202e \"&' " + "x" * 60
VIEWS = {
    "overview": "/", "transactions": "/transactions", "month": "/transactions?month={month}", "chores": "/chores",
    "plans": "/plans", "statistics": "/statistics", "entries": "/entries", "alerts": "/alerts", "alert": "/alerts/1",
    "health": "/health", "money": "/order/transaction", "goal": f"/order/add-goal?child={ALICE}",
    "settings": f"/order/change-settings?child={ALICE}", "nothing": "/nothing",
}
AXE = open(os.path.join(os.path.dirname(axe_playwright_python.__file__), "axe.min.js")).read()


class Walk:
    def __init__(self, home, pictures):
        self.home, self.pictures = home, pictures
        self.views = {name: path.format(month=time.strftime("%Y-%m")) for name, path in VIEWS.items()}
        if pictures:
            os.makedirs(pictures, exist_ok=True)
        # What happens before the history is known would be taken for history.
        eventually("the history", lambda: home.command("transactions", "--json").strip())
        time.sleep(1)
        home.spend(2.5, HOSTILE)
        # Also one that somebody has put there.
        os.makedirs(f"{home.folder}/state/copies", mode=0o700)
        home.command("backup", f"{home.folder}/state/copies/family.backup")
        eventually("an alert", lambda: home.command("deliveries", "--json").strip())

    def go(self, driver, path):
        driver.get(self.home.page + path)

    def sign_in(self, email):
        """By the form, as whoever has the account does."""
        driver = self.home.browser(signed_in=False)
        self.go(driver, "/")
        driver.find_element(By.NAME, "email").send_keys(email)
        driver.find_element(By.NAME, "password").send_keys(PASSWORD)
        driver.find_element(By.CSS_SELECTOR, "form.filled button").click()
        eventually("the overview", lambda: "Alice" in driver.find_element(By.TAG_NAME, "main").text)
        return driver

    def tests(self):
        return [name.removeprefix("test_") for name in dir(self) if name.startswith("test_")]

    def picture(self, driver, name):
        """All of the page, however long it is."""
        if not self.pictures:
            return
        width = driver.execute_script("return innerWidth")
        height = driver.execute_script("return document.documentElement.scrollHeight")
        resize(driver, width, min(max(height, 600), 4000))
        driver.save_screenshot(f"{self.pictures}/{name}.png")
        resize(driver, width, 900)

    # Every view, as axe and a person see it.

    def test_axe(self):
        """No finding of WCAG 2.2 A and AA or of axe's best practices, light and dark, on a phone and on a desktop."""
        for dark in (False, True):
            for width in (390, 1280):
                driver = self.home.browser(width, dark=dark)
                try:
                    for name, path in self.views.items():
                        self.go(driver, path)
                        # At once: between two clicks the view may be replaced by a newer one.
                        driver.execute_script("document.querySelectorAll('details').forEach((fold) => fold.open = true)")
                        driver.execute_script(AXE)
                        found = driver.execute_async_script(
                            "axe.run(document, {resultTypes: ['violations']}).then(arguments[arguments.length - 1])")
                        said = [
                            f"{finding['id']} ({finding['impact']}): {finding['nodes'][0]['html'][:160]}"
                            for finding in found["violations"]]
                        assert not said, f"{name}, {'dark' if dark else 'light'}, {width}: {said}"
                        assert "alert(1)" not in driver.execute_script(
                            "return [...document.scripts].map(script => script.textContent).join()")
                        self.picture(driver, f"{name}-{'dark' if dark else 'light'}-{width}")
                    wrong = [line for line in driver.get_log("browser")
                             if line["level"] == "SEVERE" and "404" not in line["message"]]
                    assert not wrong, wrong
                finally:
                    driver.quit()

    def test_widths(self):
        """From 320 pixels (1,280 at 400 %) to 2,560 nothing but tables and pictures in their own frames scrolls sideways."""
        driver = self.home.browser()
        try:
            for width in (320, 640, 2560):
                resize(driver, width, 900)
                for name, path in self.views.items():
                    self.go(driver, path)
                    wide = driver.execute_script("return document.documentElement.scrollWidth")
                    assert wide <= width, f"{name} is {wide} wide at {width}"
        finally:
            driver.quit()

    def test_languages(self):
        """Each of the four, as the browser wishes; without a word of another in navigation and headings."""
        for language, word in {"de": "Überblick", "fr": "Aperçu", "es": "Resumen", "en": "Overview"}.items():
            driver = self.home.browser(language=language)
            try:
                assert driver.find_element(By.TAG_NAME, "html").get_attribute("lang") == language
                assert driver.find_element(By.TAG_NAME, "h1").text == word, driver.find_element(By.TAG_NAME, "h1").text
            finally:
                driver.quit()

    # The keyboard alone.

    def test_keyboard(self):
        """Past the navigation by its first link, to a form, filled in and sent, without a mouse; the focus is always visible."""
        driver = self.home.browser()
        try:
            def press(*keys):
                driver.switch_to.active_element.send_keys(*keys)

            def tab_to(look, most=60):
                for _ in range(most):
                    driver.execute_script("return 0")
                    press(Keys.TAB)
                    focused = driver.switch_to.active_element
                    ring = driver.execute_script("return getComputedStyle(arguments[0]).outlineStyle", focused)
                    assert ring != "none", f"nobody sees where the focus is: {focused.get_attribute('outerHTML')[:100]}"
                    if look(focused):
                        return focused
                raise AssertionError("the keyboard does not get there")

            driver.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
            first = driver.switch_to.active_element
            assert first.get_attribute("class") == "skip", first.get_attribute("outerHTML")
            first.send_keys(Keys.ENTER)
            assert driver.switch_to.active_element.get_attribute("id") == "content"
            tab_to(lambda element: "/order/transaction" in (element.get_attribute("href") or ""))
            press(Keys.ENTER)
            eventually("the form", lambda: "/order/transaction" in driver.current_url)
            for name, text in {"amount": "1.75", "description": "By keys alone"}.items():
                tab_to(lambda element, name=name: element.get_attribute("name") == name)
                press(text)
            press(Keys.ENTER)
            eventually("the overview", lambda: driver.current_url == self.home.page + "/")
            eventually("the entry", lambda: "By keys alone" in driver.find_element(By.TAG_NAME, "main").text)
        finally:
            driver.quit()

    def test_no_scripts(self):
        """Whole without scripts: looked for, turned, ordered."""
        driver = self.home.browser(scripts=False)
        try:
            self.go(driver, "/transactions")
            driver.find_element(By.NAME, "search").send_keys("script")
            driver.find_element(By.CSS_SELECTOR, "form.search button").click()
            eventually("what is found", lambda: "alert(1)" in driver.find_element(By.TAG_NAME, "tbody").text)
            self.go(driver, "/order/add-wish")
            Select(driver.find_element(By.NAME, "child")).select_by_index(0)
            driver.find_element(By.NAME, "name").send_keys("A kite of paper")
            driver.find_element(By.NAME, "price").send_keys("1e5")
            driver.find_element(By.CSS_SELECTOR, "form.filled button").click()
            # Without scripts a click may come back before the answer does.
            eventually("the reason", lambda: "1e5" in driver.find_element(By.CSS_SELECTOR, "main [role=alert]").text)
            assert driver.find_element(By.NAME, "name").get_attribute("value") == "A kite of paper"
            price = driver.find_element(By.NAME, "price")
            price.clear()
            price.send_keys("3.20")
            driver.find_element(By.CSS_SELECTOR, "form.filled button").click()
            self.shows(driver, "A kite of paper", "the wish")
        finally:
            driver.quit()

    # Somebody who signs in.

    def test_roles(self):
        """A child signs in by the form and sees its own alone; what was seen is there without a connection, and gone once it has signed out."""
        driver = self.home.browser(signed_in=False)
        try:
            self.go(driver, "/plans")
            driver.execute_script(AXE)
            found = driver.execute_async_script(
                "axe.run(document, {resultTypes: ['violations']}).then(arguments[arguments.length - 1])")
            assert not found["violations"], found["violations"]
            self.picture(driver, "sign-in")
            driver.find_element(By.NAME, "email").send_keys("child1@example.com")
            driver.find_element(By.NAME, "password").send_keys("wrong")
            driver.find_element(By.CSS_SELECTOR, "form.filled button").click()
            eventually("the reason", lambda: driver.find_element(By.CSS_SELECTOR, "main [role=alert]").text)
            driver.find_element(By.NAME, "password").send_keys(PASSWORD)
            driver.find_element(By.CSS_SELECTOR, "form.filled button").click()
            eventually("its plans", lambda: "Alice" in driver.find_element(By.TAG_NAME, "main").text)
            for path in ("/", "/plans", "/chores", "/transactions", "/statistics", "/entries"):
                self.go(driver, path)
                text = driver.find_element(By.TAG_NAME, "body").text
                assert "Bruno" not in text and "Approve" not in text, (path, text)
                self.picture(driver, f"child-{path.strip('/') or 'overview'}")
            self.go(driver, "/alerts")
            assert "nothing here" in driver.find_element(By.TAG_NAME, "main").text
            eventually("the worker", lambda: driver.execute_script("return !!navigator.serviceWorker.controller"))
            self.go(driver, "/")
            self.home.program.terminate()
            self.home.program.wait(20)
            self.go(driver, "/")
            assert "Alice" in driver.find_element(By.TAG_NAME, "main").text
            eventually("that it may be old", lambda: driver.find_element(By.ID, "cut").is_displayed())
            self.picture(driver, "without-connection")
            self.home.run()
            self.go(driver, "/")
            eventually("the connection", lambda: not driver.find_element(By.ID, "cut").is_displayed())
            driver.find_element(By.CSS_SELECTOR, "header form button").click()
            eventually("the form", lambda: driver.find_elements(By.NAME, "email"))
            left = driver.execute_async_script(
                "const done = arguments[arguments.length - 1]; caches.has('views').then(done)")
            assert not left, "what was seen is still there"
        finally:
            driver.quit()

    def test_link_from_elsewhere(self):
        """A link in a chat leads to what it means, without signing in again."""
        driver = self.home.browser()
        try:
            driver.get(f"data:text/html,<a href='{self.home.page}/statistics'>go</a>")
            driver.find_element(By.TAG_NAME, "a").click()
            eventually("the view", lambda: driver.find_element(By.TAG_NAME, "h1").text == "Statistics")
        finally:
            driver.quit()

    # What comes by itself.

    def test_plots(self):
        """Statistics are drawn as their tables say, anew when something has happened, and without scripts there are the tables alone."""
        # What the bars say was spent in the newest month, and what their table says.
        spent = """const bars = Object.values(Chart.instances).find((chart) => chart.config.type === "bar");
            const row = bars.canvas.closest(".figure").querySelector("tbody tr");
            return [bars.data.datasets[1].data.at(-1), Number(row.children[2].textContent.replace("$", ""))]"""
        count = "return [Object.keys(Chart.instances).length, document.querySelectorAll('.plot:not([hidden])').length]"
        driver = self.home.browser()
        try:
            self.go(driver, "/statistics")
            drawn = eventually("what is drawn", lambda: driver.execute_script(count))
            assert drawn[0] == drawn[1] >= 3, drawn
            before = driver.execute_script(spent)
            assert before[0] == before[1] > 0, before
            self.home.spend(0.35, "Chalk")
            eventually("it in the picture", lambda: [round(amount - before[0], 2) for amount in driver.execute_script(spent)] == [0.35] * 2)
            assert driver.execute_script(count) == drawn
        finally:
            driver.quit()
        driver = self.home.browser(scripts=False)
        try:
            self.go(driver, "/statistics")
            assert not any(plot.is_displayed() for plot in driver.find_elements(By.CLASS_NAME, "plot"))
            assert len(driver.find_elements(By.CSS_SELECTOR, ".figure table")) >= 4
        finally:
            driver.quit()

    def test_copies(self):
        """A copy is made, and taken up while the program runs: what the server has had since is read again, and who is signed in then can sign in."""
        driver = self.home.browser()
        try:
            self.go(driver, "/health")
            copies = "//li[.//input[@value='restore-copy']]"
            before = len(driver.find_elements(By.XPATH, copies))
            self.press(driver, "//button[text()='Make a copy']", "the button")
            eventually("the copy", lambda: len(driver.find_elements(By.XPATH, copies)) == before + 1)
            self.home.spend(0.45, "Since the copy")
            eventually("it here", lambda: "Since the copy" in self.home.command("transactions"))
            self.press(driver, f"{copies}//summary", "what it means")
            self.picture(driver, "copies")
            self.press(driver, f"{copies}//button[text()='Take it up']", "the button")
            self.shows(driver, "within seconds", "that it is done")
            eventually("the copy in its place", lambda: os.listdir(f"{self.home.folder}/state/set-aside"), 30)
            # This browser was signed in before the copy was made.
            eventually("the page", lambda: self.go(driver, "/transactions") or "Since the copy" in driver.page_source, 30)
        finally:
            driver.quit()

    def test_live(self):
        """A transaction is on the page without a reload and is said politely; a cut is shown, and what came meanwhile is there afterwards."""
        driver = self.home.browser()
        try:
            driver.execute_script("window.mark = 1")
            self.home.spend(0.55, "Bubble gum")
            eventually("it on the page", lambda: "Bubble gum" in driver.find_element(By.TAG_NAME, "main").text)
            eventually("it said", lambda: "Bubble gum" in driver.find_element(By.ID, "news").get_attribute("textContent"))
            assert driver.execute_script("return window.mark") == 1, "the page was loaded anew"
            # Where there are fields to choose from, too, as long as nobody has.
            self.go(driver, "/health")
            driver.execute_script("window.mark = 1")
            copy = "//li[.//input[@value='family.backup']]/details"
            self.press(driver, f"{copy}/summary", "the copy")
            told = eventually("a target", lambda: driver.find_element(By.XPATH, "//li[starts-with(., 'phone')]").text)
            self.home.spend(0.65, "More of it")
            eventually("it counted", lambda: driver.find_element(By.XPATH, "//li[starts-with(., 'phone')]").text != told)
            eventually("the copy still unfolded", lambda: driver.find_element(By.XPATH, copy).get_attribute("open"))
            assert driver.execute_script("return window.mark") == 1, "the page was loaded anew"
            # Whoever is at a button stays there, wherever it has moved.
            self.go(driver, "/alerts")
            # At once: between two looks the view may be replaced by a newer one.
            name = eventually("a button", lambda: driver.execute_script(
                "const button = document.querySelector('button[aria-label^=\"Give up\"]'); button.focus(); return button.ariaLabel"))
            rows = len(driver.find_elements(By.CSS_SELECTOR, "tbody tr"))
            self.home.spend(0.75, "Even more")
            eventually("a new row", lambda: len(driver.find_elements(By.CSS_SELECTOR, "tbody tr")) > rows)
            assert driver.execute_script("return document.activeElement.ariaLabel") == name
            self.home.program.terminate()
            self.home.program.wait(20)
            try:
                eventually("that it is away", lambda: driver.find_element(By.ID, "cut").is_displayed())
            finally:
                self.home.run()
        finally:
            driver.quit()

    # A family's week.

    def order(self, driver, path, link=None, **fields):
        """Fills a form in and sends it; returns what the page shows then."""
        self.go(driver, path)
        if link:
            self.press(driver, f"//a[contains(@href, '/order/') and text()='{link}']", link)
        return self.fill(driver, **fields)

    def fill(self, driver, **fields):
        def send():
            form = driver.find_element(By.CSS_SELECTOR, "form.filled")
            for name, text in fields.items():
                field = form.find_element(By.NAME, name)
                if field.tag_name == "select":
                    Select(field).select_by_value(text)
                else:
                    if field.get_attribute("type") != "file":
                        field.clear()
                    field.send_keys(text)
            form.find_element(By.TAG_NAME, "button").click()
            return True

        # A view that nobody has typed into yet may be replaced by a newer one just now.
        eventually("the form", send)
        eventually("what came of it", lambda: "/order/" not in driver.current_url)
        text = eventually("a view", lambda: driver.find_element(By.TAG_NAME, "main").text)
        assert "not done" not in text, text
        return text

    def photo(self, driver):
        """A file as a camera writes it, of some megabytes."""
        picture = driver.execute_script("""
            const canvas = document.createElement("canvas");
            [canvas.width, canvas.height] = [3000, 2000];
            const context = canvas.getContext("2d"), image = context.createImageData(3000, 2000);
            for (let place = 0; place < image.data.length; place++) image.data[place] = place % 4 === 3 ? 255 : Math.random() * 256;
            context.putImageData(image, 0, 0);
            return canvas.toDataURL("image/jpeg", 0.9).split(",")[1];""")
        path = os.path.join(self.home.folder, "room.jpg")
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture))
        assert os.path.getsize(path) > 2 << 20, os.path.getsize(path)
        return path

    def press(self, driver, path, what):
        """As soon as it is there: the view may be replaced by a newer one just now."""
        eventually(what, lambda: driver.find_element(By.XPATH, path).click() or True, 30)

    def shows(self, driver, text, what):
        eventually(what, lambda: text in driver.find_element(By.TAG_NAME, "main").text, 30)

    def test_week(self):
        """A week through the page, a parent's and a child's, with cuts and restarts in between, and in the end what the genuine server says to the cent."""
        home = self.home
        if not home.hub:
            return print("skip  week: needs the genuine hub (--hub)")
        driver, alice = self.sign_in("parent@example.com"), self.sign_in("child1@example.com")
        try:
            # Monday: the allowance comes, and the page shows it by itself.
            home.ask("POST", "/control/allowance", {"childId": ALICE})
            for reader in (driver, alice):
                self.shows(reader, "Weekly Allowance", "the allowance")
            # Tuesday: Alice does a chore, and her mother approves it.
            self.order(alice, "/chores", link="It is done", notes="All of it", photo=self.photo(alice))
            self.shows(alice, "All of it", "what waits for a parent")
            assert "Approve" not in [button.text for button in alice.find_elements(By.TAG_NAME, "button")]
            self.go(driver, "/chores")
            self.shows(driver, "All of it", "what waits")
            width = "return [...document.querySelectorAll(\"img[src*='/photo']\")].map((image) => image.naturalWidth)"
            eventually("the photo, made smaller", lambda: any(0 < each <= 2048 for each in driver.execute_script(width)), 30)
            self.picture(driver, "week-photo")
            self.press(driver, "//li[contains(., 'All of it')]//button[text()='Approve']", "the chore on the server")
            eventually("nothing waits", lambda: "Approve" not in [b.text for b in driver.find_elements(By.TAG_NAME, "button")], 30)
            # Wednesday: the network is cut, and money is spent meanwhile.
            home.ask("POST", "/control/drop", {"how": "cut"})
            home.spend(1.25, "Stickers while cut")
            self.go(driver, "/")
            self.shows(driver, "Stickers while cut", "what came during a cut")
            # Thursday: the family's server is away, and money is entered all the same; the program ends and comes back with it.
            home.family.terminate()
            home.family.wait(30)
            assert "server does not have yet" in self.order(
                driver, "/order/transaction", child=ALICE, amount="2.05", description="Entered while away")
            home.program.kill()
            home.program.wait(20)
            home.run()
            # Nobody has to sign in again.
            home.page = home.link().split("/in/")[0]
            self.go(driver, "/entries")
            self.shows(driver, "Entered while away", "the entry after a kill")
            home.serve()
            eventually("nothing on the way", lambda: "has everything" in driver.find_element(By.TAG_NAME, "main").text, 60)
            # Friday: a wish comes, is changed, and is bought.
            self.order(alice, f"/order/add-wish?child={ALICE}", name="A paper kite", price="4.00")
            self.go(driver, "/plans")
            self.shows(driver, "A paper kite", "the wish")
            self.press(driver, "//li[contains(., 'A paper kite')]//a[text()='Change']", "the wish on the server")
            self.fill(driver, price="3.50")
            self.shows(driver, "$3.50", "its new price")
            # Saturday: money is put by for a goal.
            self.order(driver, "/plans", link="Put money in", amount="1.00")
            eventually("all on the server", lambda: not home.command("pending", "--json").strip(), 30)
            # Sunday: what the page shows is what the server says, and everything was told.
            truth = {child["id"]: child["currentBalance"] for child in home.ask("GET", "/control/truth")["children"]}
            self.go(driver, "/")
            self.go(alice, "/")
            for reader in (driver, alice):
                self.shows(reader, f"${float(truth[ALICE]):.2f}", "the balance that the server has")
            assert "Bruno" in driver.find_element(By.TAG_NAME, "main").text
            assert "Bruno" not in alice.find_element(By.TAG_NAME, "body").text
            deliveries = home.command("deliveries", "--target", "phone", "--json")
            for text in ("Weekly Allowance", "Stickers while cut", "Entered while away"):
                assert deliveries.count(text) == 1, f"{text} was told {deliveries.count(text)} times"
        finally:
            alice.quit()
            driver.quit()

    def test_house(self):
        """Over TLS below a path: signed in from anywhere, ordered, live, and nothing for a name that is not the page's."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        home = Home(self.home.binary, dashboard=f"""dashboard:
  address: 0.0.0.0
  port: {port}
  certificate: {{folder}}/page.pem
  key: {{folder}}/page.key
  public-url: https://localhost:{port}/money
""")
        try:
            driver = home.browser(where="anywhere")
            try:
                kept = driver.get_cookies()
                assert [cookie["name"] for cookie in kept] == ["__Secure-pocketbell"], kept
                assert kept[0]["secure"] and kept[0]["httpOnly"] and kept[0]["path"] == "/money/", kept
                driver.get(f"{home.page}/order/transaction?child={ALICE}")
                self.fill(driver, amount="1.15", description="From the sofa")
                self.shows(driver, "From the sofa", "what was entered")
                eventually("it live", lambda: driver.find_element(By.ID, "cut").get_attribute("hidden"))
                home.spend(0.35, "Chalk")
                self.shows(driver, "Chalk", "what comes by itself")
            finally:
                driver.quit()
            # A key that does not fit: what was served stays, and why no more is said.
            with open(f"{home.folder}/page.key", "w") as key:
                key.write("no key")
            home.program.send_signal(signal.SIGHUP)
            eventually("what is wrong", lambda: "does it fit" in home.status())
            for name, status in {"localhost": 401, "127.0.0.1": 401, "evil.example": 421}.items():
                wire = http.client.HTTPSConnection("127.0.0.1", port, context=ssl._create_unverified_context())
                wire.request("GET", "/money/", headers={"Host": name})
                assert wire.getresponse().status == status, name
        finally:
            home.end()

    def test_hostile_text(self):
        """What a child has typed is text in every view, and pushes nothing out of its place."""
        driver = self.home.browser(390)
        try:
            for name in ("overview", "transactions", "alerts", "alert"):
                self.go(driver, self.views[name])
                assert "<script>alert(1)</script>" in driver.find_element(By.TAG_NAME, "main").text, name
        finally:
            driver.quit()


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--binary", default=os.path.join(ROOT, ".build/release/pocketbell"))
    options.add_argument("--hub", help="the genuine hub's run script, instead of the simulated family")
    options.add_argument("--pictures", help="a folder for a picture of every view")
    options.add_argument("tests", nargs="*")
    options = options.parse_args()
    home = Home(options.binary, options.hub)
    failed = 0
    try:
        walk = Walk(home, options.pictures)
        for name in options.tests or walk.tests():
            began = time.monotonic()
            try:
                getattr(walk, f"test_{name}")()
                print(f"pass  {name} ({time.monotonic() - began:.1f} s)", flush=True)
            except (AssertionError, WebDriverException) as error:
                failed += 1
                # What the browser's own stack looks like says nothing.
                print(f"FAIL  {name}: {str(error).split('Stacktrace')[0]}", flush=True)
                traceback.print_tb(error.__traceback__, limit=4)
    finally:
        home.end()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
