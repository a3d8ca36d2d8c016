/// Has three connections of the official JavaScript client say what each of them hears.
enum RecipientScript {
    /// Connections a and b are the user "mum", c is "dad"; b and c are in "kitchen", c in "office" too. Prints one line for each
    /// call: its name and who heard it, in alphabetical order, each as often as it heard it.
    static let text = """
        const signalR = require("@microsoft/signalr");
        const people = { a: ["mum", []], b: ["mum", ["kitchen"]], c: ["dad", ["kitchen", "office"]] };
        (async () => {
            const heard = [], connections = {};
            for (const [name, [user, groups]] of Object.entries(people)) {
                const connection = new signalR.HubConnectionBuilder()
                    .withUrl(process.argv[1], { accessTokenFactory: () => user })
                    .configureLogging(signalR.LogLevel.None).build();
                connection.on("told", () => heard.push(name));
                await connection.start();
                for (const group of groups) await connection.invoke("Join", group);
                connections[name] = connection;
            }
            for (const call of process.argv[2].split(",")) {
                heard.length = 0;
                await connections.c.invoke("Tell", call);
                // What was sent before comes before an answer.
                for (const connection of Object.values(connections)) await connection.invoke("Fence");
                console.log(`${call}: ${heard.sort().join(" ")}`);
            }
            process.exit(0);
        })().catch(error => { console.log(`wrong: ${error}`); process.exit(1); });
        """
}
