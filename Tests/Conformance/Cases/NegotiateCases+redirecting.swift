import Testing

extension Conformance.Negotiate {
    private static func redirection(to url: String, token: String? = nil) -> String {
        #"{"url":"\#(url)"\#(token.map { ",\"accessToken\":\"\($0)\"" } ?? "")}"#
    }

    @Test("6. A redirection's URL and token are used", arguments: ConformanceCase.servers(6))
    func redirection(_ server: Server) async throws {
        try await prove(6, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started("redirect") { $0.tokens = ["mine"] }
                try #require(try await client.invoke("Header", "\"Authorization\"") == "\"Bearer one-start-token\"")
                return
            }
            let (peer, other) = (try bench.peer(), try bench.peer())
            let client = try await bench.client(peer.url) { $0.tokens = ["mine"] }
            async let started: Void = client.start()
            let first = try await peer.negotiation()
            try #require(first.header("authorization") == "Bearer mine")
            first.respond(json: Self.redirection(to: other.origin + "/there", token: "theirs"))
            let second = try await other.negotiation()
            try #require(second.path == "/there/negotiate")
            try #require(second.header("authorization") == "Bearer theirs")
            second.respond(json: ScriptedPeer.negotiation())
            let upgrade = try await other.upgrade()
            try #require(upgrade.target == "/there?id=secret-1")
            try #require(upgrade.header("authorization") == "Bearer theirs")
            let socket = upgrade.upgrade()
            _ = try await socket.records.next("handshake")
            socket.send("{}^")
            try await started
        }
    }

    @Test("7. A redirection's query is kept", arguments: ConformanceCase.servers(7))
    func redirectionQuery(_ server: Server) async throws {
        try await prove(7, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started("redirect")
                try #require(try await client.invoke("Query", "\"from\"") == "\"redirect\"")
                return
            }
            let peer = try bench.peer()
            let client = try await bench.client(peer.url + "?user=1")
            async let started: Void = client.start()
            try await peer.negotiation().respond(
                json: Self.redirection(to: peer.origin + "/there?hub=chat&asrs.op=%2Fx"))
            let second = try await peer.negotiation()
            try #require(second.target == "/there/negotiate?hub=chat&asrs.op=%2Fx&negotiateVersion=1")
            second.respond(json: ScriptedPeer.negotiation())
            let upgrade = try await peer.upgrade()
            try #require(upgrade.target == "/there?hub=chat&asrs.op=%2Fx&id=secret-1")
            let socket = upgrade.upgrade()
            _ = try await socket.records.next("handshake")
            socket.send("{}^")
            try await started
        }
    }

    @Test("8. Endless redirections stop at the limit", arguments: ConformanceCase.servers(8))
    func endlessRedirections(_ server: Server) async throws {
        try await prove(8, server) { bench in
            guard server == .scripted else {
                let failure = try await startFailure(bench.client(bench.hub("loop")))
                try #require(failure.isOne(of: "incompatible") && failure.says("redirect"), "\(failure)")
                return
            }
            let peer = try bench.peer()
            let answering = Task {
                while true { try await peer.negotiation().respond(json: Self.redirection(to: peer.url)) }
            }
            defer { answering.cancel() }
            let failure = try await startFailure(bench.client(peer.url))
            try #require(failure.isOne(of: "incompatible") && failure.says("redirect"), "\(failure)")
            try #require(peer.requests.all.count == 100)
        }
    }

    @Test("9. After a loss it begins anew, with the user's URL and token", arguments: ConformanceCase.servers(9))
    func redirectionAndLoss(_ server: Server) async throws {
        try await prove(9, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started("redirect") { options in
                    options.tokens = ["mine"]
                    options.reconnectDelays = [.zero, .milliseconds(100), .seconds(1)]
                }
                try await client.send("End", "\"cut\"")
                try await client.reconnected()
                try #require(try await client.invoke("Query", "\"from\"") == "\"redirect\"")
                try #require(client.events.all.filter { $0.isTokenRequest }.count == 2)
                return
            }
            let (peer, other) = (try bench.peer(), try bench.peer())
            let client = try await bench.client(peer.url) { options in
                options.tokens = ["first", "second"]
                options.reconnectDelays = [.zero]
            }
            async let started: Void = client.start()
            try await peer.negotiation().respond(
                json: Self.redirection(to: other.origin + "/there", token: "theirs"))
            let socket = try await other.hub()
            try await started
            socket.cut()
            let again = try await peer.negotiation()
            try #require(again.target == "/hub/negotiate?negotiateVersion=1")
            try #require(again.header("authorization") == "Bearer second")
            again.respond(json: ScriptedPeer.negotiation(2))
            let second = try await peer.upgrade()
            try #require(second.header("authorization") == "Bearer second")
        }
    }
}
