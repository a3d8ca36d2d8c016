// One connection of Microsoft's JavaScript client, driven by lines of JSON: docs/conformance-other-clients.md says which.
const signalR = require("@microsoft/signalr");

const say = message => process.stdout.write(JSON.stringify(message) + "\n");
const failure = error => ({ text: String((error && error.message) || error || "it says nothing") });
const streams = new Map();   // of calls: subscriptions of streams, subjects of uploads
let connection;

function configure({ call, options }) {
  // It has no limit for the handshake but that for silence, and none for messages and what waits.
  if (options.messagePack) return say({ call, unsupported: "MessagePack, which is a package of its own" });
  if (options.handshakeTimeoutMs) return say({ call, unsupported: "handshake timeout" });
  if (options.skipNegotiation && (options.transports || []).length > 1) options.skip = true;
  const http = { headers: options.headers };
  if (options.transports) http.transport = options.transports.reduce((all, name) => all | signalR.HttpTransportType[name], 0);
  if (options.skipNegotiation) {
    http.skipNegotiation = true;
    http.transport = http.transport ?? signalR.HttpTransportType.WebSockets;
  }
  if (options.tokens) {
    let next = 0;
    http.accessTokenFactory = () => {
      say({ event: "token" });
      return options.tokens[Math.min(next++, options.tokens.length - 1)] ?? "";
    };
  }
  let builder = new signalR.HubConnectionBuilder().withUrl(options.url, http).configureLogging(signalR.LogLevel.None);
  if (options.reconnectDelaysMs) builder = builder.withAutomaticReconnect(options.reconnectDelaysMs);
  if (options.statefulReconnect) builder = builder.withStatefulReconnect({ bufferSize: options.statefulBufferBytes ?? 100000 });
  if (options.pingIntervalMs) builder = builder.withKeepAliveInterval(options.pingIntervalMs);
  if (options.serverTimeoutMs) builder = builder.withServerTimeout(options.serverTimeoutMs);
  connection = builder.build();
  connection.onreconnecting(error => say({ event: "reconnecting", error: error ? failure(error) : null }));
  connection.onreconnected(id => say({ event: "connected", id: id ?? null }));
  connection.onclose(error => say({ event: "disconnected", error: error ? failure(error) : null }));
  say({ call, ok: true });
}

// What is uploaded goes behind the other arguments; the client finds the streams among them.
function parameters(order) {
  const subjects = Array.from({ length: order.uploads || 0 }, () => new signalR.Subject());
  if (subjects.length) streams.set(`upload ${order.call}`, subjects);
  return [...order.arguments, ...subjects];
}

function react(target, then) {
  const handler = async (...args) => {
    say({ event: "invocation", target, arguments: args });
    if (then.invoke) {
      await connection.invoke(then.invoke, ...then.arguments)
        .then(result => say({ event: "note", note: JSON.stringify(result ?? null) }), error => say({ event: "note", note: error.message }));
    } else if (then.waitMs) {
      await new Promise(done => setTimeout(done, then.waitMs));
      say({ event: "note", note: "waited" });
    } else if (then.off) {
      connection.off(target);
    } else if (then.on) {
      react(then.on, {});
    } else if (then.stop) {
      await connection.stop();
      say({ event: "note", note: "stopped" });
    }
  };
  connection.on(target, handler);
}

const orders = {
  configure,
  start: async ({ call }) => {
    await connection.start();
    say({ event: "connected", id: connection.connectionId ?? null });
    say({ call, ok: true });
  },
  stop: async ({ call }) => { await connection.stop(); say({ call, ok: true }); },
  invoke: async order => {
    const result = await connection.invoke(order.method, ...parameters(order));
    say({ call: order.call, result: result ?? null });
  },
  send: async order => { await connection.send(order.method, ...parameters(order)); say({ call: order.call, ok: true }); },
  stream: order => {
    streams.set(order.call, connection.stream(order.method, ...parameters(order)).subscribe({
      next: item => say({ call: order.call, item: item ?? null }),
      complete: () => say({ call: order.call, end: true }),
      error: error => say({ call: order.call, error: failure(error) }),
    }));
  },
  // Of a plain call this client has no way to say it.
  cancel: ({ of }) => { const stream = streams.get(of); if (stream) stream.dispose(); },
  upload: ({ of, stream, item, end, error }) => {
    const subject = (streams.get(`upload ${of}`) || [])[stream];
    if (!subject) return;
    if (end) subject.complete(); else if (error !== undefined) subject.error(new Error(error)); else subject.next(item);
  },
  on: ({ call, target, then }) => { react(target, then); say({ call, ok: true }); },
  off: ({ call, target }) => { connection.off(target); say({ call, ok: true }); },
  answer: ({ call, target, with: answer }) => {
    connection.on(target, (...args) => {
      if (answer.arguments) return args;
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.never ? new Promise(() => {}) : answer.result;
    });
    say({ call, ok: true });
  },
};

// Orders run beside each other: a call must not wait for the one before.
require("readline").createInterface({ input: process.stdin }).on("line", async line => {
  const order = JSON.parse(line);
  try { await orders[order.do](order); } catch (error) { if (order.call) say({ call: order.call, error: failure(error) }); }
}).on("close", () => process.exit(0));
process.on("unhandledRejection", () => {});
