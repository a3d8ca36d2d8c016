// Shows the last views where PocketBell cannot be reached: each view that was shown is put aside, and shown again as it was. The page's own
// script says then that it may be old. Whoever is signed out, or signs in, finds nothing of what was put aside.
"use strict";

const VIEWS = "views";
const FILES = "files";
const MOST = 12;
/** One more with each time that all is thrown away: what was under way then is not kept. */
let turn = 0;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const isFile = request.url.startsWith(new URL("files/", self.registration.scope).href);
    if (request.method === "GET" && isFile) event.respondWith(file(request));
    else if (request.mode === "navigate") event.respondWith(view(request));
    else if (request.method === "GET" && request.headers.get("Accept") === "text/html") event.respondWith(view(request));
});

/** A file never changes under its address. */
async function file(request) {
    const kept = await caches.match(request);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) await keep(FILES, request, answer.clone());
    return answer;
}

async function view(request) {
    const began = turn;
    let answer;
    try {
        answer = await fetch(request);
    } catch (error) {
        const kept = request.method === "GET" ? await caches.match(request) : undefined;
        if (kept) return kept;
        throw error;
    }
    // An order may have signed out, and without a session nothing that was seen with one is shown.
    if (request.method !== "GET" || answer.status === 401 || answer.status === 403) {
        turn += 1;
        await caches.delete(VIEWS);
    } else if (began === turn && isView(request, answer)) await keep(VIEWS, request, answer.clone());
    return answer;
}

/** What signs in, and files that are fetched, are none. */
function isView(request, answer) {
    return answer.ok && !request.url.includes("/in/") && answer.headers.get("Content-Type")?.startsWith("text/html");
}

async function keep(name, request, answer) {
    const cache = await caches.open(name);
    await cache.delete(request);
    await cache.put(request, answer);
    const all = await cache.keys();
    for (const old of all.slice(0, Math.max(0, all.length - MOST))) await cache.delete(old);
}
