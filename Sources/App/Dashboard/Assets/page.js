// Keeps the view as it is now: the program says that something has changed, and the view is asked for again and put in the old one's
// place. Without this script the page is whole, and a reload does the same.
"use strict";

const cut = document.getElementById("cut");
const news = document.getElementById("news");
/** The view as it came, without what scripts have done to it since. */
let shown = document.getElementById("content").innerHTML;
let isAsking = false;
let isStale = false;

/** Takes the view anew, unless somebody is at a button or a field of it just now. */
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
    const isOther = (option) => option.selected !== option.defaultSelected;
    return [...view.querySelectorAll("input:not([type=hidden]), select, textarea")].some((field) =>
        field.matches("select") ? [...field.options].some(isOther) : field.value !== field.defaultValue,
    );
}

function replace(old, page) {
    const fresh = page.getElementById("content");
    if (!fresh || fresh.innerHTML === shown) return;
    shown = fresh.innerHTML;
    keepOpen(old, fresh);
    const said = old.dataset.news;
    const focused = place(old, document.activeElement);
    const [left, top] = [scrollX, scrollY];
    old.replaceWith(fresh);
    document.dispatchEvent(new Event("renewed"));
    if (focused) fresh.querySelectorAll("a, button, summary, [tabindex]")[focused.index]?.focus({ preventScroll: true });
    scrollTo(left, top);
    if (fresh.dataset.news && fresh.dataset.news !== said) {
        news.textContent = fresh.dataset.news;
        fresh.querySelector("tbody tr")?.classList.add("fresh");
    }
}

/** What somebody has unfolded stays so. */
function keepOpen(old, fresh) {
    const folds = fresh.querySelectorAll("details");
    old.querySelectorAll("details").forEach((fold, index) => folds[index]?.toggleAttribute("open", fold.open));
}

/** Which of the view's links and buttons has the focus. */
function place(view, element) {
    const index = [...view.querySelectorAll("a, button, summary, [tabindex]")].indexOf(element);
    return index < 0 ? null : { index };
}

// Where a browser has it: the last views are there without a connection.
navigator.serviceWorker?.register(document.body.dataset.worker).catch(() => {});

const stream = new EventSource(document.body.dataset.live);
stream.addEventListener("change", renew);
stream.addEventListener("open", () => {
    if (!cut.hidden) renew();
    cut.hidden = true;
});
stream.addEventListener("error", () => {
    cut.hidden = false;
    // What is signed out gets no stream, and is told so by the page itself.
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
});
