import Testing

extension Conformance {
    @Suite("Negotiate") struct Negotiate {}
}

extension Conformance.Negotiate {
    @Test("1. A version 1 answer: connects with the token, reports the id", arguments: ConformanceCase.servers(1))
    func versionOne(_ server: Server) async throws {
        try await prove(1, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started()
                let id = try #require(try await client.connectedID())
                #expect(try await client.invoke("ConnectionId") == "\"\(id)\"")
                return
            }
            let peer = try bench.peer()
            let client = try await bench.client(peer.url)
            async let started: Void = client.start()
            let answer = ScriptedPeer.negotiation().replacing("secret-1", with: "a+b/c=&d é")
            try await peer.negotiation().respond(json: answer)
            let upgrade = try await peer.upgrade()
            try #require(upgrade.target == "/hub?id=a%2Bb%2Fc%3D%26d%20%C3%A9")
            let socket = upgrade.upgrade()
            _ = try await socket.records.next("handshake")
            socket.send("{}^")
            try await started
            try #require(try await client.connectedID() == "public-1")
        }
    }

    @Test("2. A version 0 answer: the id is the token", arguments: ConformanceCase.servers(2))
    func versionZero(_ server: Server) async throws {
        try await prove(2, server) { bench in
            guard server == .scripted else {
                let client = try await bench.client(bench.hub() + "?negotiateVersion=0")
                try await client.start()
                let id = try #require(try await client.connectedID())
                try #require(try await client.invoke("ConnectionId") == "\"\(id)\"")
                return
            }
            let peer = try bench.peer()
            let client = try await bench.client(peer.url)
            async let started: Void = client.start()
            let answer = #"{"connectionId":"only-id","availableTransports":\#(ScriptedPeer.offers)}"#
            try await peer.negotiation().respond(json: answer)
            let upgrade = try await peer.upgrade()
            try #require(upgrade.target == "/hub?id=only-id")
            let socket = upgrade.upgrade()
            _ = try await socket.records.next("handshake")
            socket.send("{}^")
            try await started
            try #require(try await client.connectedID() == "only-id")
        }
    }

    @Test("3. Version 1 without token and transports fails clearly", arguments: ConformanceCase.servers(3))
    func noToken(_ server: Server) async throws {
        try await prove(3, server) { bench in
            if server == .scripted {
                for answer in [
                    #"{"negotiateVersion":1,"connectionId":"a"}"#,
                    #"{"negotiateVersion":1,"connectionId":"a","availableTransports":\#(ScriptedPeer.offers)}"#,
                ] {
                    let failure = try await bench.failureOfNegotiation { $0.respond(json: answer) }
                    try #require(failure.isOne(of: "not-a-hub", "protocol-violation"), "\(failure)")
                }
            } else {
                let failure = try await startFailure(bench.client(bench.hub("no-token")))
                try #require(failure.isOne(of: "not-a-hub", "protocol-violation"), "\(failure)")
            }
        }
    }

    @Test("4. A trailing slash and a query: /negotiate goes into the path", arguments: ConformanceCase.servers(4))
    func slashAndQuery(_ server: Server) async throws {
        try await prove(4, server) { bench in
            guard server == .scripted else {
                let client = try await bench.client(bench.hub() + "/?user=me")
                try await client.start()
                try #require(try await client.invoke("Query", "\"user\"") == "\"me\"")
                return
            }
            for (path, negotiated, connected) in [
                ("/hub/?user=1", "/hub/negotiate?user=1&negotiateVersion=1", "/hub/?user=1&id=secret-1"),
                ("/hub", "/hub/negotiate?negotiateVersion=1", "/hub?id=secret-1"),
            ] {
                let peer = try bench.peer()
                let client = try await bench.client(peer.origin + path)
                async let started: Void = client.start()
                let negotiation = try await peer.negotiation()
                try #require(negotiation.target == negotiated)
                try #require(negotiation.body.isEmpty)
                negotiation.respond(json: ScriptedPeer.negotiation())
                let upgrade = try await peer.upgrade()
                try #require(upgrade.target == connected)
                let socket = upgrade.upgrade()
                _ = try await socket.records.next("handshake")
                socket.send("{}^")
                try await started
            }
        }
    }

    @Test("5. negotiateVersion of the user is not added again", arguments: ConformanceCase.servers(5))
    func ownVersion(_ server: Server) async throws {
        try await prove(5, server) { bench in
            guard server == .scripted else {
                let client = try await bench.client(bench.hub() + "?negotiateVersion=1")
                try await client.start()
                try #require(try await client.invoke("Echo", "1") == "1")
                return
            }
            let peer = try bench.peer()
            let client = try await bench.client(peer.url + "?a=b&negotiateVersion=1")
            async let started: Void = client.start()
            let negotiation = try await peer.negotiation()
            try #require(negotiation.query == ["a=b", "negotiateVersion=1"])
            negotiation.respond(json: ScriptedPeer.negotiation())
            _ = try await peer.hub()
            try await started
        }
    }

    @Test("10. An error member wins over everything else", arguments: ConformanceCase.servers(10))
    func errorMember(_ server: Server) async throws {
        try await prove(10, server) { bench in
            if server == .scripted {
                for other in ["", #""url":"http://127.0.0.1:1/hub","#, #""connectionId":"a","connectionToken":"b","#] {
                    let answer = "{\(other)\"error\":\"refused on purpose\"}"
                    let failure = try await bench.failureOfNegotiation { $0.respond(json: answer) }
                    try #require(failure.isOne(of: "negotiation-refused") && failure.says("refused on purpose"))
                }
            } else {
                for name in ["refused", "refused-with-url"] {
                    let failure = try await startFailure(bench.client(bench.hub(name)))
                    try #require(failure.isOne(of: "negotiation-refused") && failure.says("refused on purpose"))
                }
            }
        }
    }

    @Test("11. A server of ASP.NET without Core is named", arguments: ConformanceCase.servers(11))
    func oldServer(_ server: Server) async throws {
        try await prove(11, server) { bench in
            let failure =
                if server == .scripted {
                    try await bench.failureOfNegotiation {
                        $0.respond(json: #"{"ProtocolVersion":"1.5","ConnectionId":"old","TryWebSockets":true}"#)
                    }
                } else {
                    try await startFailure(bench.client(bench.hub("aspnet")))
                }
            try #require(failure.isOne(of: "incompatible") && failure.says("ASP.NET"), "\(failure)")
        }
    }

    @Test("12. Statuses, a login page and HTML are told apart", arguments: ConformanceCase.servers(12))
    func statuses(_ server: Server) async throws {
        try await prove(12, server) { bench in
            var failures: [ClientFailure] = []
            if server == .scripted {
                for status in [401, 404, 500, 302] {
                    let login = status == 302 ? [("Location", "/login")] : []
                    failures.append(try await bench.failureOfNegotiation { $0.respond(status, headers: login) })
                }
                failures.append(
                    try await bench.failureOfNegotiation {
                        $0.respond(200, "<!doctype html><p>Please sign in", type: "text/html")
                    })
                try #require(failures[0].isOne(of: "unauthorized"), "\(failures[0])")
                try #require(failures[2].isOne(of: "http-status"), "\(failures[2])")
            } else {
                for name in ["no-such-hub", "login-page", "html"] {
                    failures.append(try await startFailure(bench.client(bench.hub(name))))
                }
                try #require(failures.allSatisfy { $0.isOne(of: "not-a-hub") }, "\(failures)")
            }
            try #require(Set(failures.map(\.text)).count == failures.count, "\(failures)")
        }
    }

    @Test("13. Unknown properties and transports are ignored", arguments: ConformanceCase.servers(13))
    func unknowns(_ server: Server) async throws {
        try await prove(13, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started("unknown-extras")
                try #require(try await client.invoke("Echo", "1") == "1")
                return
            }
            let peer = try bench.peer()
            let client = try await bench.client(peer.url)
            async let started: Void = client.start()
            let offers =
                #"[{"transport":"Carrier","transferFormats":["Pigeon"],"x":[{}]},"#
                + ScriptedPeer.offers.dropFirst()
            let answer = ScriptedPeer.negotiation(offers: offers)
            let extra = answer.dropLast() + #","future":{"nested":[1,{"deep":null}]},"accessToken":null,"url":null}"#
            try await peer.negotiation().respond(json: String(extra))
            _ = try await peer.hub()
            try await started
        }
    }

    @Test("14. No common transport: both sides are named", arguments: ConformanceCase.servers(14))
    func noCommonTransport(_ server: Server) async throws {
        try await prove(14, server) { bench in
            let failure: ClientFailure
            if server == .scripted {
                let offers = #"[{"transport":"ServerSentEvents","transferFormats":["Text"]}]"#
                failure = try await bench.failureOfNegotiation {
                    $0.transports = ["WebSockets"]
                } _: {
                    $0.respond(json: ScriptedPeer.negotiation(offers: offers))
                }
            } else {
                let client = try await bench.client(bench.hub("conformance-sse")) { $0.transports = ["WebSockets"] }
                failure = try await startFailure(client)
            }
            try #require(failure.isOne(of: "incompatible"), "\(failure)")
            try #require(failure.says("ServerSentEvents") && failure.says("WebSockets"), "\(failure)")
        }
    }

    @Test("17. Skipping negotiation: no POST, no id; WebSockets only", arguments: ConformanceCase.servers(17))
    func skipping(_ server: Server) async throws {
        try await prove(17, server) {
            bench in
            guard server == .scripted else {
                let client = try await bench.started("conformance-plain") { options in
                    options.skipsNegotiation = true
                    options.transports = ["WebSockets"]
                }
                try #require(try await client.connectedID() == nil)
                try #require(try await client.invoke("Echo", "[1]") == "[1]")
                return
            }
            let peer = try bench.peer()
            let client = try await bench.client(peer.url + "?a=b") { options in
                options.skipsNegotiation = true
                options.transports = ["WebSockets"]
            }
            let socket = try await peer.hub(starting: client)
            try #require(socket.request.target == "/hub?a=b")
            try #require(peer.requests.all.count == 1)
            try #require(try await client.connectedID() == nil)
            let other = try await bench.client(peer.url) { options in
                options.skipsNegotiation = true
                options.transports = ["WebSockets", "LongPolling"]
                options.connectTimeout = .seconds(1)
            }
            _ = try await startFailure(other)
            try #require(peer.requests.all.count == 1)
        }
    }

    @Test("18. Stop during negotiation: the start throws, nothing is closed", arguments: ConformanceCase.servers(18))
    func stopDuringNegotiation(_ server: Server) async throws {
        try await prove(18, server) { bench in
            let peer = try bench.peer()
            let client = try await bench.client(peer.url)
            let start = Task { try await startFailure(client) }
            _ = try await peer.negotiation()
            await client.stop()
            let failure = try await start.value
            try #require(failure.isOne(of: "stopped", "cancelled"), "\(failure)")
            try #require(!client.events.all.contains { $0.isDisconnected || $0.isConnected })
            try #require(peer.requests.all.count == 1)
        }
    }

    @Test("19. useStatefulReconnect unasked: the start fails", arguments: ConformanceCase.servers(19))
    func statefulUnasked(_ server: Server) async throws {
        try await prove(19, server) { bench in
            let failure = try await bench.failureOfNegotiation {
                $0.respond(json: ScriptedPeer.negotiation(isStateful: true))
            }
            try #require(failure.isOne(of: "protocol-violation", "incompatible"), "\(failure)")
        }
    }

    @Test("20. Cookies of the negotiation go with the WebSocket", arguments: ConformanceCase.servers(20))
    func cookies(_ server: Server) async throws {
        try await prove(20, server) { bench in
            let peer = try bench.peer()
            let client = try await bench.client(peer.url)
            async let started: Void = client.start()
            try await peer.negotiation().respond(
                json: ScriptedPeer.negotiation(),
                headers: [("Set-Cookie", "node=7; Path=/; HttpOnly"), ("Set-Cookie", "other=x; Path=/elsewhere")])
            let upgrade = try await peer.upgrade()
            try #require(upgrade.header("cookie") == "node=7")
            let socket = upgrade.upgrade()
            _ = try await socket.records.next("handshake")
            socket.send("{}^")
            try await started
        }
    }
}
