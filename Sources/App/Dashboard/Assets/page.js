// Keeps the view as it is now: the program says that something has changed, and the view is asked for again and put in the old one's
// place. Without this script the page is whole, and a reload does the same.
"use strict";

const cut = document.getElementById("cut");
const news = document.getElementById("news");
/** What the view says, as it came. */
let shown = content(document.getElementById("content"));
let isAsking = false;
let isStale = false;

/** Takes the view anew, unless somebody is at a field of it just now. */
async function renew() {
    if (isAsking) {
        isStale = true;
        return;
    }
    const old = document.getElementById("content");
    if (old.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")) return;
    if (isFilledIn(old)) return;
    isAsking = true;
    try {
        const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
        if (answer.ok) replace(old, new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
        // The stream's own error shows that the program is away.
    }
    isAsking = false;
    if (isStale) {
        isStale = false;
        renew();
    }
}

/** Whether somebody has typed or chosen something that is not sent yet. */
function isFilledIn(view) {
    // Where no choice is made for somebody, the browser has made the first.
    const first = ({ options }) => Math.max(0, [...options].findIndex((option) => option.defaultSelected));
    return [...view.querySelectorAll("input:not([type=hidden]), select, textarea")].some((field) =>
        field.matches("select") ? field.selectedIndex !== first(field) : field.value !== field.defaultValue,
    );
}

function replace(old, page) {
    const fresh = page.getElementById("content");
    if (!fresh) return;
    const now = content(fresh);
    if (now === shown) return;
    shown = now;
    keepOpen(old, fresh);
    const said = old.dataset.news;
    const focused = old.contains(document.activeElement) ? subject(document.activeElement) : null;
    const [left, top] = [scrollX, scrollY];
    old.replaceWith(fresh);
    document.dispatchEvent(new Event("renewed"));
    if (focused) only(fresh, "a, button, summary, [tabindex]", focused)?.focus({ preventScroll: true });
    scrollTo(left, top);
    if (fresh.dataset.news && fresh.dataset.news !== said) {
        news.textContent = fresh.dataset.news;
        fresh.querySelector("tbody tr")?.classList.add("fresh");
    }
}

/** What a view says, without what is another each time it is made: what its forms carry. */
function content(view) {
    return view.innerHTML.replace(/name="(form|intent)" value="[^"]*"/g, "");
}

/** What somebody has unfolded stays so. */
function keepOpen(old, fresh) {
    for (const summary of old.querySelectorAll("details[open] > summary")) {
        only(fresh, "summary", subject(summary))?.parentElement.setAttribute("open", "");
    }
}

/** What an element is for, in an old view as in a newer one, where it may stand elsewhere: what it says, where it leads, what it orders. */
function subject(element) {
    const form = element.closest("form") ?? element.closest("details")?.querySelector("form");
    const fields = [...(form?.querySelectorAll("input[type=hidden]") ?? [])]
        .filter(({ name }) => name !== "form" && name !== "intent")
        .map(({ name, value }) => `${name}=${value}`);
    return [element.tagName, element.getAttribute("aria-label"), element.textContent, element.getAttribute("href"), ...fields].join("\n");
}

/** The one of a view's elements that is for this; none where several are, so that nobody finds himself at another's button. */
function only(view, selector, wanted) {
    const found = [...view.querySelectorAll(selector)].filter((element) => subject(element) === wanted);
    return found.length === 1 ? found[0] : undefined;
}

// Where a browser has it: the last views are there without a connection.
navigator.serviceWorker?.register(document.body.dataset.worker).catch(() => {});

function listen() {
    const stream = new EventSource(document.body.dataset.live);
    stream.addEventListener("change", renew);
    stream.addEventListener("open", () => {
        if (!cut.hidden) renew();
        cut.hidden = true;
    });
    stream.addEventListener("error", () => {
        cut.hidden = false;
        // It was refused: a browser does not ask for that again.
        if (stream.readyState === EventSource.CLOSED) setTimeout(askAgain, 5000);
    });
}

/** Who is signed out gets no stream, and is told so by the page itself. */
async function askAgain() {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => undefined);
    if (answer?.status === 401 || answer?.status === 403) location.reload();
    else listen();
}

listen();
