// The examples' two servers, with Microsoft's client. Usage: node check-official.js CHAT-URL FAMILY-URL; exit 1 when something is not as it should be.
const assert = require("assert");
const signalR = require("@microsoft/signalr");
const [chat, family] = process.argv.slice(2);
const connection = (url, token) => new signalR.HubConnectionBuilder()
    .withUrl(url, token ? { accessTokenFactory: () => token } : {}).configureLogging(signalR.LogLevel.None).build();

// Two people in a room, and one who is elsewhere.
async function checkChat() {
    const [carla, dan, elsewhere] = [1, 2, 3].map(() => connection(chat));
    const heard = new Promise(done => dan.on("Said", done));
    elsewhere.on("Said", () => { throw new Error("a room is heard elsewhere"); });
    await Promise.all([carla, dan, elsewhere].map(one => one.start()));
    await Promise.all([carla, dan].map(one => one.invoke("Join", "garden")));
    const line = { room: "garden", from: "Carla", text: "tea?" };
    assert.strictEqual(await carla.invoke("Say", line), 2);
    assert.deepStrictEqual(await heard, line);
    await assert.rejects(carla.invoke("Say", { ...line, text: "" }), /There is nothing to say\./);
    await Promise.all([carla, dan, elsewhere].map(one => one.stop()));
}

async function checkFamily() {
    const [mum, alice, stranger] = ["token-of-mum", "token-of-alice", "somebody"].map(token => connection(family, token));
    const asked = new Promise(done => mum.on("Asked", done));
    const approved = new Promise(done => alice.on("Approved", done));
    await assert.rejects(stranger.start(), /401/);
    await mum.start();
    await alice.start();
    assert.strictEqual(await alice.invoke("whoami"), "alice");
    // Mum, and the relay that listens in her name.
    assert.strictEqual(await alice.invoke("Ask", "sweets"), 2);
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
}

checkChat().then(checkFamily).then(() => process.exit(0))
    .catch(error => { console.log(`check-official: ${error.stack}`); process.exit(1); });
