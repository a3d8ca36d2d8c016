/// Has the official JavaScript client call through connections that break again and again.
enum StatefulScript {
    /// Calls `Add` and sends `SendMe` while the hub cuts the transport; prints what was wrong, then `done N cuts`.
    static let text = """
        const signalR = require("@microsoft/signalr");
        (async () => {
            const connection = new signalR.HubConnectionBuilder().withUrl(process.argv[1]).withStatefulReconnect()
                .configureLogging(signalR.LogLevel.None).build();
            let next = 0, closed = 0, cuts = 0;
            connection.on("n", n => { if (n !== next) console.log(`wrong: ${n} instead of ${next}`); next = n + 1; });
            connection.onclose(error => { closed++; console.log(`wrong: closed: ${error}`); process.exit(1); });
            await connection.start();
            const id = connection.connectionId;
            for (let round = 0; round < 8; round++) {
                const calls = [];
                for (let i = 0; i < 25; i++) {
                    connection.send("SendMe", "n", [round * 25 + i]).catch(() => {});
                    calls.push(connection.invoke("Add", round, i).then(v => v === round + i));
                    if (i === 12) { cuts++; connection.send("End", "cut").catch(() => {}); }
                }
                const right = await Promise.all(calls);
                if (!right.every(v => v)) console.log("wrong: an answer");
            }
            await connection.invoke("Nothing");
            if (next !== 200) console.log(`wrong: ${next} of 200 came`);
            if (await connection.invoke("ConnectionId") !== id) console.log("wrong: another connection");
            console.log(`done ${cuts} cuts`);
            process.exit(0);
        })().catch(error => { console.log(`wrong: ${error}`); process.exit(1); });
        """
}
