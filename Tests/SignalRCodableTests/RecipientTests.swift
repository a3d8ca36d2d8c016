import SignalRClient
import SignalRCodable
import SignalRServer
import Testing

/// Whom a message goes to, seen by our own client.
@Suite("Whom a message goes to", .timeLimit(.minutes(1))) struct RecipientTests {
    /// Four connections: two of mum's, one of dad's, one of a child's. The child and dad are in "kitchen", dad and one of
    /// mum's in "office".
    private func withFamily(
        _ body: (Hub, [String: HubConnection], Collected<String>) async throws -> Void
    ) async throws {
        let hub = Hub { .allowed(user: $0.bearerToken) }
        let heard = Collected<String>()
        hub.on("Join") { (call: HubMethodCall, groups: [String]) in
            for group in groups { call.hub.join(call.connectionID, group) }
        }
        hub.on("TellOthers") { (call: HubMethodCall, text: String) in
            try call.hub.send("told", text, to: call.others)
        }
        hub.on("TellMyself") { (call: HubMethodCall, text: String) in
            try call.hub.send("told", text, to: call.caller)
        }
        hub.on("TellRoom") { (call: HubMethodCall, room: String, text: String) in
            try await call.hub.send("told", text, to: call.others(in: room), within: .seconds(30))
        }
        // The answer comes behind whatever was sent before.
        hub.on("Fence") {}
        let server = try await HubServer(["/hub": hub]).start()
        let network = try HubNetwork()
        var all: [String: HubConnection] = [:]
        let people = [("mum 1", ["office"]), ("mum 2", []), ("dad", ["kitchen", "office"]), ("child", ["kitchen"])]
        for (name, groups) in people {
            var options = HubConnectionOptions()
            options.accessToken = { _ in AccessToken(String(name.prefix { $0 != " " })) }
            let connection = HubConnection("\(server.url)/hub", options: options, network: network)
            connection.on("told") { (_: String) in heard.add(name) }
            try await connection.start()
            try await connection.invoke("Join", groups)
            all[name] = connection
        }
        try await body(hub, all, heard)
        for connection in all.values { await connection.stop() }
        await network.close()
        await server.stop()
    }

    /// Who heard something that `send` sends to them.
    private func hearers(
        _ heard: Collected<String>, _ all: [String: HubConnection], _ send: () async throws -> Int
    ) async throws -> [String] {
        let before = heard.all.count
        let count = try await send()
        for connection in all.values { try await connection.invoke("Fence") }
        let names = try await heard.waitFor(before + count).dropFirst(before)
        #expect(names.count == count)
        return names.sorted()
    }

    @Test("the hub names everybody, connections, users and groups, and nobody hears a message twice")
    func fromTheHub() async throws {
        try await withFamily { hub, all, heard in
            let ids = all.mapValues { $0.state.connectionID ?? "" }
            let (mum1, mum2) = (ids["mum 1"] ?? "", ids["mum 2"] ?? "")
            let cases: [(HubRecipients, [String])] = [
                (.all, ["child", "dad", "mum 1", "mum 2"]),
                (.allExcept([mum1, mum2]), ["child", "dad"]),
                (.connection(mum2), ["mum 2"]),
                (.connections([mum1, mum2, mum1, "nobody"]), ["mum 1", "mum 2"]),
                (.user("mum"), ["mum 1", "mum 2"]),
                (.users(["dad", "mum", "nobody"]), ["dad", "mum 1", "mum 2"]),
                (.group("kitchen"), ["child", "dad"]),
                (.group("office", except: [mum1]), ["dad"]),
                (.groups(["kitchen", "office", "cellar"]), ["child", "dad", "mum 1"]),
                (.group("cellar"), []),
            ]
            for (recipients, names) in cases {
                let now = try await hearers(heard, all) { try hub.send("told", "x", to: recipients) }
                #expect(now == names, "\(recipients)")
                let waiting = try await hearers(heard, all) {
                    try await hub.send("told", "x", to: recipients, within: .seconds(30))
                }
                #expect(waiting == names, "\(recipients), waiting for room")
            }
        }
    }

    @Test("a method names its caller, the others, and the others in a group")
    func fromACall() async throws {
        try await withFamily { _, all, heard in
            let dad = try #require(all["dad"])
            let others = try await hearers(heard, all) { try await dad.invoke("TellOthers", "x", returning: Int.self) }
            #expect(others == ["child", "mum 1", "mum 2"])
            let myself = try await hearers(heard, all) { try await dad.invoke("TellMyself", "x", returning: Int.self) }
            #expect(myself == ["dad"])
            let room = try await hearers(heard, all) {
                try await dad.invoke("TellRoom", "kitchen", "x", returning: Int.self)
            }
            #expect(room == ["child"])
        }
    }

    @Test("the hub knows who is in a group, and in which groups somebody is")
    func membership() async throws {
        try await withFamily { hub, all, _ in
            #expect(Set(hub.members(of: "office").map(\.user)) == ["mum", "dad"])
            #expect(hub.members(of: "cellar").isEmpty)
            let dad = try #require(all["dad"]?.state.connectionID)
            #expect(hub.groups(of: dad) == ["kitchen", "office"])
            hub.leave(dad, "office")
            #expect(hub.groups(of: dad) == ["kitchen"])
            #expect(hub.groups(of: "nobody").isEmpty)
            // It leaves its groups when it goes.
            let gone = Collected<String>()
            hub.onDisconnect { peer, _ in gone.add(peer.id) }
            await all["dad"]?.stop()
            #expect(try await gone.waitFor(1) == [dad])
            #expect(hub.members(of: "kitchen").map(\.user) == ["child"])
        }
    }
}
