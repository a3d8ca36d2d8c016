// Two people of Examples/Sources/server, with Microsoft's client. Usage: node check-family.js URL; exit 1 when something is not as it should be.
const assert = require("assert");
const signalR = require("@microsoft/signalr");
const url = process.argv[2];
const connection = token => new signalR.HubConnectionBuilder()
    .withUrl(url, { accessTokenFactory: () => token }).configureLogging(signalR.LogLevel.None).build();

(async () => {
    const [mum, alice, stranger] = ["token-of-mum", "token-of-alice", "somebody"].map(connection);
    const asked = new Promise(done => mum.on("Asked", done));
    const approved = new Promise(done => alice.on("Approved", done));
    await assert.rejects(stranger.start(), /401/);
    await mum.start();
    await alice.start();
    assert.strictEqual(await alice.invoke("whoami"), "alice");
    assert.strictEqual(await alice.invoke("Ask", "sweets"), 1);
    const wish = await asked;
    assert.deepStrictEqual(wish, { child: "alice", reason: "sweets" });
    await assert.rejects(alice.invoke("Approve", wish), /because user is unauthorized/);
    await assert.rejects(alice.invoke("Ask", ""), /What is it for\?/);
    assert.strictEqual(await mum.invoke("Approve", wish), 1);
    assert.strictEqual(await approved, "sweets");
    const items = await new Promise((done, fail) => {
        const items = [];
        alice.stream("Countdown", 3).subscribe({ next: n => items.push(n), complete: () => done(items), error: fail });
    });
    assert.deepStrictEqual(items, [3, 2, 1, 0]);
    await Promise.all([mum.stop(), alice.stop()]);
    process.exit(0);
})().catch(error => { console.log(`check-family: ${error.stack}`); process.exit(1); });
