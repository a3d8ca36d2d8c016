import HTTPServer
import Runtime
import SignalRClient
import SignalRProtocol
import TestWaiting
import Testing

/// Cases 77, 110, 112 to 114.
@Suite("Server-sent events and long polling")
struct HTTPTransportTests {
    static let transports: [HubTransport] = [.serverSentEvents, .longPolling]

    private func message(_ number: Int) -> String { #"{"type":1,"target":"n","arguments":[\#(number)]}"# }

    @Test("take whatever form an event stream has", .timeLimit(.minutes(1)))
    func forms() async throws {
        let stream = [
            "\u{feff}:filler\r\n\r\n", "data: {}\u{1e}\n\n",
            "data: {\"type\":1,\"target\":\"n\",\r\ndata:\"arguments\":[1]}\u{1e}\r\n\r\n",
            "event: message\rid: 7\rdata: {\"type\":1,\"target\":\"n\",\"arguments\":[2]}\u{1e}{\"type\":1,\"tar\r\r",
            ": between\n\nretry: 1\n\ndata:get\":\"n\",\"arguments\":[\"ä€\"]}\u{1e}\n\n",
        ]
        let hub = PlainHTTPHub([.serverSentEvents]) { seen in
            guard seen.method == "GET" else { return seen.what == "POST /hub" ? HTTPResponse(.ok) : nil }
            return .events { events in
                // A byte at a time: no piece ends where a line, a character or an event does.
                for byte in stream.joined().utf8 { try await events.write(raw: [byte]) }
                try await untilCancelled()
            }
        }
        try await withPlainHub(hub) { url in
            try await withConnection(url) { connection in
                var invocations = connection.invocations(of: "n").makeAsyncIterator()
                try await connection.start()
                for arguments in ["[1]", "[2]", #"["ä€"]"#] {
                    #expect(await invocations.next()?.arguments == arguments)
                }
            }
        }
    }

    @Test(
        "post one request at a time, in order, with all that has gathered", .timeLimit(.minutes(1)),
        arguments: transports)
    func posts(_ transport: HubTransport) async throws {
        let running = Lock((now: 0, most: 0))
        let mayGoOn = BoundedChannel<Void>(limit: 1)
        let hub = PlainHTTPHub([transport]) { seen in
            guard seen.method == "POST", seen.id != nil else { return nil }
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            if seen.body.contains(#""target":"m","arguments":[0]"#) { _ = try? await mayGoOn.next() }
            running.withLock { $0.now -= 1 }
            return nil
        }
        try await withPlainHub(hub) { url in
            try await withConnection(url) { connection in
                try await connection.start()
                for number in 0..<300 { try await connection.send("m", json: ["\(number)"]) }
                mayGoOn.push(())
                try await eventually("all has come") { hub.records.filter { $0.contains(#""m""#) }.count == 300 }
                let numbers = hub.records.filter { $0.contains(#""m""#) }
                #expect(numbers == (0..<300).map { #"{"type":1,"target":"m","arguments":[\#($0)]}"# })
                #expect(running.withLock { $0.most } == 1)
                let posts = hub.seen.filter { $0.method == "POST" && $0.body.contains(#""m""#) }
                #expect(posts.count < 10, "what waited for the first went together: \(posts.count)")
            }
        }
    }

    @Test(
        "ask for another token once when one is refused, and go on", .timeLimit(.minutes(1)), arguments: [true, false])
    func renewal(isPoll: Bool) async throws {
        let asked = Collected<Bool>()
        let hub = PlainHTTPHub([.longPolling]) { seen in
            let isTarget = isPoll ? seen.method == "GET" : seen.body.contains(#""target":"m""#)
            return isTarget && seen.token == "Bearer 1" ? .text("", status: .unauthorized) : nil
        }
        try await withPlainHub(hub) { url in
            try await withConnection(url) { options in
                options.accessToken = {
                    asked.add($0.lastWasRefused)
                    return AccessToken("\(asked.all.count)")
                }
            } _: { connection in
                var invocations = connection.invocations(of: "n").makeAsyncIterator()
                try await connection.start()
                try await connection.send("m", json: ["1"])
                hub.say(message(1))
                #expect(await invocations.next()?.arguments == "[1]")
                try await eventually("the message has come") { hub.records.contains { $0.contains(#""m""#) } }
                try await connection.send("last", json: [])
                try await eventually("the next has come") {
                    hub.seen.last { $0.body.contains("last") }?.token == "Bearer 2"
                }
                #expect(asked.all == [false, true])
                #expect(connection.state.isConnected)
            }
        }
    }

    @Test("give up when the second token is refused too", .timeLimit(.minutes(1)), arguments: transports)
    func refused(_ transport: HubTransport) async throws {
        let asked = Collected<Bool>()
        let hub = PlainHTTPHub([transport]) { seen in
            seen.body.contains(#""target":"m""#) ? .text("", status: .unauthorized) : nil
        }
        try await withPlainHub(hub) { url in
            try await withConnection(url) { options in
                options.reconnect = .never
                options.accessToken = {
                    asked.add($0.lastWasRefused)
                    return AccessToken("x")
                }
            } _: { connection in
                try await connection.start()
                let error = await #expect(throws: HubError.self) { try await connection.invoke("m", json: []) }
                #expect(error?.kind == .unauthorized, "\(String(describing: error))")
                let end = await wait(for: connection.states) { $0.isDisconnected }
                #expect(end?.reason?.status == 401)
                #expect(asked.all == [false, true])
            }
        }
    }

    @Test(
        "end where the server ends them, and are lost where it forgot them", .timeLimit(.minutes(1)),
        arguments: transports)
    func ends(_ transport: HubTransport) async throws {
        let hub = PlainHTTPHub([transport]) { seen in
            seen.body.contains(#""target":"m""#) ? .notFound : nil
        }
        try await withPlainHub(hub) { url in
            try await withConnection(url) {
                $0.reconnect = .listed([.zero])
            } _: { connection in
                try await connection.start()
                let error = await #expect(throws: HubError.self) { try await connection.invoke("m", json: []) }
                #expect(error?.kind == .lost)
                _ = await wait(for: connection.states) { $0.phase == .connected(id: "public-2") }
                hub.says.finish()
                let end = await wait(for: connection.states) { $0.isDisconnected }
                #expect(end?.reason != nil)
            }
        }
    }

    @Test(
        "say good-bye: what is queued goes out, then polling is ended at the server", .timeLimit(.minutes(1)),
        arguments: transports)
    func stop(_ transport: HubTransport) async throws {
        let hub = PlainHTTPHub([transport])
        try await withPlainHub(hub) { url in
            try await withConnection(url) { connection in
                try await connection.start()
                try await connection.send("m", json: [])
                await connection.stop()
                #expect(hub.records.last == #"{"type":7}"#, "\(hub.records)")
                #expect(hub.records.contains { $0.contains(#""target":"m""#) })
                let deletions = hub.seen.filter { $0.method == "DELETE" }
                #expect(deletions.map(\.id) == (transport == .longPolling ? ["secret-1"] : []))
            }
        }
    }

    @Test("polling stays up in silence, without pings", .timeLimit(.minutes(1)))
    func silence() async throws {
        let hub = PlainHTTPHub([.longPolling])
        try await withPlainHub(hub) { url in
            try await withConnection(url) { options in
                options.pingInterval = .milliseconds(20)
                options.serverTimeout = .milliseconds(100)
            } _: { connection in
                var invocations = connection.invocations(of: "n").makeAsyncIterator()
                try await connection.start()
                // Ten server timeouts of nothing: time is the matter here.
                try await Task.sleep(for: .seconds(1))
                #expect(connection.state.phase == .connected(id: "public-1"))
                hub.say(message(1))
                #expect(await invocations.next()?.arguments == "[1]")
                #expect(!hub.records.contains { $0.contains(#""type":6"#) })
            }
        }
    }

    @Test("event streams are pinged, and given up when the hub is silent", .timeLimit(.minutes(1)))
    func silentEvents() async throws {
        let hub = PlainHTTPHub([.serverSentEvents])
        try await withPlainHub(hub) { url in
            try await withConnection(url) { options in
                options.pingInterval = .milliseconds(50)
                options.serverTimeout = .seconds(3)
                options.reconnect = .never
            } _: { connection in
                try await connection.start()
                let end = await wait(for: connection.states) { $0.isDisconnected }
                #expect(end?.reason?.kind == .serverTimeout)
                #expect(hub.records.count { $0 == #"{"type":6}"# } > 2)
            }
        }
    }

    @Test("hold the server back when nobody consumes, and lose nothing", .timeLimit(.minutes(1)), arguments: transports)
    func backPressure(_ transport: HubTransport) async throws {
        let count = 400
        let filler = String(repeating: "x", count: 64_000)
        let written = Lock(0)
        let hub = PlainHTTPHub([transport]) { seen in
            if seen.method == "POST", seen.id != nil { return HTTPResponse(.ok) }
            guard seen.method == "GET", transport == .serverSentEvents else { return nil }
            return .events { events in
                try await events.write(raw: Array("data: {}\u{1e}\r\n\r\n".utf8))
                for number in 0..<count {
                    let record = #"{"type":1,"target":"n","arguments":[\#(number),"\#(filler)"]}"#
                    try await events.write(raw: Array("data: \(record)\u{1e}\r\n\r\n".utf8))
                    written.withLock { $0 += 1 }
                }
                try await untilCancelled()
            }
        }
        if transport == .longPolling {
            hub.say("{}")
            for number in 0..<count { hub.say(#"{"type":1,"target":"n","arguments":[\#(number),"\#(filler)"]}"#) }
        }
        let size = hub.says.backlog
        try await withPlainHub(hub) { url in
            try await withConnection(url) { options in
                options.maximumBacklogBytes = 1 << 17
                options.serverTimeout = .seconds(60)
            } _: { connection in
                var invocations = connection.invocations(of: "n").makeAsyncIterator()
                try await connection.start()
                var (before, taken) = (-1, 0)
                try await eventually("the hub waits", every: .milliseconds(200)) {
                    before = taken
                    taken = transport == .longPolling ? size - hub.says.backlog : written.withLock { $0 }
                    return before > 0 && taken == before
                }
                // A poll brings one; of a stream much may be in the sockets' own buffers.
                #expect(taken < (transport == .longPolling ? 40 : 200), "the hub is held back: \(taken)")
                for number in 0..<count {
                    #expect(await invocations.next()?.arguments.hasPrefix("[\(number),") == true)
                }
            }
        }
    }

    @Test("are not opened by something that is no hub", .timeLimit(.minutes(1)))
    func noHub() async throws {
        let answers: [(HTTPResponse, HubError.Kind)] = [
            (.text("<html>", type: "text/html"), .notAHub), (.notFound, .notAHub),
            (.text("", status: .forbidden), .forbidden), (HTTPResponse(.noContent), .httpStatus),
            (HTTPResponse(HTTPStatus(rawValue: 302), headers: ["Location": "/login"]), .notAHub),
        ]
        for (answer, kind) in answers {
            let hub = PlainHTTPHub([.serverSentEvents]) { $0.method == "GET" ? answer : nil }
            try await withPlainHub(hub) { url in
                try await withConnection(url) { connection in
                    let error = await #expect(throws: HubError.self) { try await connection.start() }
                    #expect(error?.kind == kind, "\(String(describing: error))")
                }
            }
        }
    }

    @Test("are given up when they don't open in time", .timeLimit(.minutes(1)), arguments: transports)
    func slow(_ transport: HubTransport) async throws {
        let hub = PlainHTTPHub([transport]) { seen in
            guard seen.method == "GET" else { return nil }
            try? await untilCancelled()
            return .notFound
        }
        try await withPlainHub(hub) { url in
            try await withConnection(url) {
                $0.connectTimeout = .milliseconds(300)
            } _: { connection in
                let error = await #expect(throws: HubError.self) { try await connection.start() }
                #expect(error?.kind == .connectTimeout)
            }
        }
    }

    @Test("do not go round as fast as they can when polls come back empty", .timeLimit(.minutes(1)))
    func emptyPolls() async throws {
        let hub = PlainHTTPHub([.longPolling]) { $0.method == "GET" ? HTTPResponse(.ok) : nil }
        try await withPlainHub(hub) { url in
            try await withConnection(url) {
                $0.handshakeTimeout = .seconds(1)
            } _: { connection in
                _ = try? await connection.start()
                #expect(hub.seen.filter { $0.method == "GET" }.count < 20)
            }
        }
    }

    @Test("end at an event that has no end of its message", .timeLimit(.minutes(1)))
    func endless() async throws {
        let hub = PlainHTTPHub([.serverSentEvents]) { seen in
            guard seen.method == "GET" else { return nil }
            return .events { events in
                try await events.write(raw: Array("data: {}\u{1e}".utf8))
                let piece = [UInt8](repeating: 0x20, count: 10_000)
                for _ in 0..<1_000 { try await events.write(raw: piece) }
            }
        }
        try await withPlainHub(hub) { url in
            try await withConnection(url) { options in
                options.maximumMessageBytes = 100_000
                options.reconnect = .never
            } _: { connection in
                try await connection.start()
                let end = await wait(for: connection.states) { $0.isDisconnected }
                #expect(end?.reason?.kind == .protocolViolation, "\(String(describing: end))")
            }
        }
    }
}
