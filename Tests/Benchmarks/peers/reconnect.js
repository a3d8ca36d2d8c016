// Microsoft's JavaScript client, cut off again and again: node reconnect.js FOLDER-WITH-NODE-MODULES URL COUNT
// From the call that has the hub cut the connection to the moment in which the client says it is connected again.
const { createRequire } = require("module");
const [folder, url, count] = process.argv.slice(2);
const signalR = createRequire(folder + "/")("@microsoft/signalr");
const warmUp = 5;
(async () => {
  const connection = new signalR.HubConnectionBuilder()
    .withUrl(url, { transport: signalR.HttpTransportType.WebSockets })
    .withAutomaticReconnect({ nextRetryDelayInMilliseconds: () => 0 })
    .configureLogging(signalR.LogLevel.None).build();
  let again;
  connection.onreconnected(() => again());
  await connection.start();
  const times = [];
  for (let index = 0; index < Number(count) + warmUp; index++) {
    const reconnected = new Promise((resolve) => (again = resolve));
    const start = process.hrtime.bigint();
    connection.send("End", "cut").catch(() => {});
    await reconnected;
    if (index >= warmUp) times.push(Number(process.hrtime.bigint() - start) / 1e3);
  }
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
  console.log(JSON.stringify({ peer: "js", mode: "reconnect", count: times.length, p50: at(0.5), p99: at(0.99) }));
  process.exit(0);
})().catch((error) => { console.error(String(error)); process.exit(1); });
