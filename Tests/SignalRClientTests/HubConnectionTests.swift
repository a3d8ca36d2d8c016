import JSON
import SignalRClient
import SignalRProtocol
import SignalRServer
import Synchronization
import TestWaiting
import Testing
import Values

@Suite("Hub connection to our own server")
struct HubConnectionTests {
    /// The calls of `Wait` that have begun.
    private let held = Collected<String>()

    private var hub: Hub {
        // Several, so that one which waits does not keep the others from beginning.
        var configuration = HubConfiguration()
        configuration.maximumParallelCalls = 3
        let hub = Hub(configuration)
        hub.on("Add", parameters: nil) { JSONFragment(try $0.arguments.int(0) + $0.arguments.int(1)) }
        hub.on("Nothing", parameters: nil) { _ in nil }
        hub.on("Fail", parameters: nil) { throw HubFailure(try $0.arguments.string(0)) }
        hub.on("Wait", parameters: 0) { [held] call in
            held.add(call.connectionID)
            try await untilCancelled()
            return nil
        }
        hub.on("SendMe", parameters: nil) { call in
            await call.send(try call.arguments.string(0), [try call.arguments.json(1)])
            return nil
        }
        hub.on("AskMe", parameters: nil) { call in
            try await call.peer.hub.invoke(call.arguments.string(0), [call.arguments.json(1)], on: call.connectionID)
        }
        hub.onStream("Count", jsonParameters: nil) { call, items in
            for number in 0..<(try call.arguments.int(0)) { try await items.send(JSONFragment(number)) }
            if call.arguments.count > 1 { throw HubFailure("on purpose") }
        }
        return hub
    }

    @Test("invokes methods and tells their failures", .timeLimit(.minutes(1)))
    func invoke() async throws {
        try await withHub(hub) { url in
            try await withConnection(url) { connection in
                try await connection.start()
                #expect(connection.state.isConnected)
                #expect(try await connection.invoke("Add", json: ["2", "3"]) == "5")
                #expect(try await connection.invoke("Nothing", json: []) == "null")
                let failed = await #expect(throws: HubError.self) {
                    try await connection.invoke("Fail", json: ["\"why\""])
                }
                #expect(failed?.kind == .methodFailed)
                #expect(failed?.message.contains("why") == true)
                let bad = await #expect(throws: HubError.self) {
                    try await connection.invoke("Add", json: ["1", "2]"])
                }
                #expect(bad?.kind == .badArgument)
                try await connection.send("Fail", json: ["\"nobody hears\""])
                #expect(try await connection.invoke("Add", json: ["0", "0"]) == "0")
            }
        }
    }

    @Test("answers a hundred calls from many tasks, each once", .timeLimit(.minutes(1)))
    func manyCalls() async throws {
        try await withHub(hub) { url in
            try await withConnection(url) { connection in
                try await connection.start()
                let results = try await withThrowingTaskGroup(of: (Int, String).self) { group in
                    for number in 0..<100 {
                        group.addTask { (number, try await connection.invoke("Add", json: ["\(number)", "1"])) }
                    }
                    return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
                }
                #expect(results == Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, "\($0 + 1)") }))
            }
        }
    }

    @Test("hands over what the hub sends, to sequences, handlers and the service thread", .timeLimit(.minutes(1)))
    func receive() async throws {
        let hub = hub
        try await withHub(hub) { url in
            try await withConnection(url) { connection in
                let (handled, direct) = (Collected<String>(), Collected<String>())
                let registration = connection.on("Number") { handled.add($0.arguments) }
                connection.onServiceThread("number") { arguments in
                    direct.add(String(decoding: (0..<arguments.count).map { arguments[$0] }, as: UTF8.self))
                }
                var all = connection.invocations.makeAsyncIterator()
                var others = connection.invocations(of: "Other").makeAsyncIterator()
                try await connection.start()
                for number in 0..<3 { hub.send("Number", [JSONFragment(number), JSONFragment("é \u{1E} \"")]) }
                hub.send("Other", [])
                let texts = (0..<3).map { #"[\#($0),\#(JSONFragment("é \u{1E} \"").text)]"# }
                for text in texts {
                    let invocation = try #require(await all.next())
                    #expect(invocation.target == "Number")
                    #expect(invocation.arguments == text)
                }
                #expect(await others.next()?.arguments == "[]")
                try await eventually("handlers ran") { handled.all.count == 3 }
                #expect(handled.all == texts)
                #expect(direct.all == texts)
                registration.cancel()
                hub.send("Number", [])
                #expect(await all.next()?.target == "Other")
                #expect(await all.next()?.arguments == "[]")
                #expect(handled.all.count == 3)
            }
        }
    }

    @Test("finds a target in any letter case and with escapes", .timeLimit(.minutes(1)))
    func targets() async throws {
        let hub = hub
        try await withHub(hub) { url in
            try await withConnection(url) { connection in
                let (handled, direct) = (Collected<String>(), Collected<String>())
                connection.on(#"SAY "é" \"#) { handled.add($0.arguments) }
                connection.on(#"SAY "e" \"#) { handled.add("other \($0.arguments)") }
                connection.onServiceThread(#"say "É" \"#) { _ in direct.add("only ASCII has two cases") }
                connection.onServiceThread(#"say "é" \"#) { direct.add("\($0.count)") }
                try connection.answer(#"Double "it""#) { "[\($0.arguments),\($0.arguments)]" }
                try await connection.start()
                hub.send(#"Say "é" \"#, [JSONFragment(1)])
                try await eventually("the handler ran") { handled.all == ["[1]"] }
                #expect(direct.all == ["3"])
                #expect(
                    try await connection.invoke("AskMe", json: [JSONFragment(#"double "IT""#).text, "4"]) == "[[4],[4]]"
                )
            }
        }
    }

    @Test("lets a handler call the hub and stop the connection", .timeLimit(.minutes(1)))
    func handlerCalls() async throws {
        let hub = hub
        try await withHub(hub) { url in
            try await withConnection(url) { connection in
                let results = Collected<String>()
                connection.on("Go") { _ in
                    results.add((try? await connection.invoke("Add", json: ["1", "1"])) ?? "failed")
                    await connection.stop()
                }
                try await connection.start()
                let states = connection.states
                hub.send("Go")
                _ = await wait(for: states) { $0.isDisconnected }
                #expect(results.all == ["2"])
            }
        }
    }

    @Test("answers the hub's questions, and refuses those it has no answer for", .timeLimit(.minutes(1)))
    func questions() async throws {
        try await withHub(hub) { url in
            try await withConnection(url) { connection in
                try connection.answer("double") { invocation in
                    #expect(invocation.wantsResult)
                    return "[\(invocation.arguments),\(invocation.arguments)]"
                }
                try connection.answer("never") { _ in
                    try await untilCancelled()
                    return "null"
                }
                try connection.answer("broken") { _ in throw HubFailure("handler failed") }
                try connection.answer("invalid") { _ in "no JSON" }
                try await connection.start()
                #expect(try await connection.invoke("AskMe", json: ["\"double\"", "4"]) == "[[4],[4]]")
                for target in ["nobody", "broken", "invalid"] {
                    let error = await #expect(throws: HubError.self) {
                        try await connection.invoke("AskMe", json: ["\"\(target)\"", "4"])
                    }
                    #expect(error?.kind == .methodFailed, "\(target)")
                }
            }
        }
    }

    @Test("reads streams to their end, their failure, or as far as wanted", .timeLimit(.minutes(1)))
    func streams() async throws {
        try await withHub(hub) { url in
            try await withConnection(url) { connection in
                try await connection.start()
                var items: [String] = []
                for try await item in try await connection.stream("Count", json: ["3"]) { items.append(item) }
                #expect(items == ["0", "1", "2"])
                for try await _ in try await connection.stream("Count", json: ["0"]) { Issue.record("an item") }
                items = []
                let error = await #expect(throws: HubError.self) {
                    for try await item in try await connection.stream("Count", json: ["2", "0"]) { items.append(item) }
                }
                #expect(items == ["0", "1"])
                #expect(error?.message.contains("on purpose") == true)
                for try await item in try await connection.stream("Count", json: ["1000000"]) where item == "5" {
                    break
                }
                #expect(try await connection.invoke("Add", json: ["1", "1"]) == "2")
            }
        }
    }

    @Test("ends every call when the connection is lost, and comes back by itself", .timeLimit(.minutes(1)))
    func reconnect() async throws {
        let hub = hub
        try await withHub(hub) { url in
            try await withConnection(url) { options in
                options.reconnect = .listed([.zero, .milliseconds(10)])
            } _: { connection in
                try await connection.start()
                var invocations = connection.invocations(of: "after").makeAsyncIterator()
                let states = connection.states
                let calls = (0..<3).map { _ in Task { try await connection.invoke("Wait", json: []) } }
                try await eventually("calls are under way") { held.all.count == 3 }
                hub.endAll(.cut)
                for call in calls {
                    let error = await #expect(throws: HubError.self) { try await call.value }
                    #expect(error?.kind == .lost)
                    #expect(error?.mayHaveRun == true)
                }
                let waiting = await wait(for: states) { if case .waitingToReconnect = $0.phase { true } else { false } }
                #expect(waiting?.reason?.kind == .lost)
                _ = await wait(for: connection.states) { $0.isConnected }
                #expect(try await connection.invoke("Add", json: ["1", "1"]) == "2")
                hub.send("after", [])
                #expect(await invocations.next()?.target == "after")
            }
        }
    }

    @Test("obeys the server's Close: ends, or comes back if that is allowed", .timeLimit(.minutes(1)))
    func close() async throws {
        let hub = hub
        try await withHub(hub) { url in
            try await withConnection(url) {
                $0.reconnect = .listed([.zero])
            } _: { connection in
                try await connection.start()
                let states = connection.states
                hub.endAll(.close(error: "maintenance", allowReconnect: true))
                let waiting = await wait(for: states) { $0.reason != nil }
                #expect(waiting?.reason?.kind == .closedByServer)
                #expect(waiting?.reason?.message.contains("maintenance") == true)
                _ = await wait(for: connection.states) { $0.isConnected }
                try await eventually("connected again") { hub.connectionCount == 1 }
                hub.endAll(.close(error: nil, allowReconnect: false))
                let end = await wait(for: connection.states) { $0.isDisconnected }
                #expect(end?.reason?.kind == .closedByServer)
                await #expect(throws: HubError.self) { try await connection.invoke("Nothing", json: []) }
            }
        }
    }

    @Test("fails calls while there is no connection, and starts again after a stop", .timeLimit(.minutes(1)))
    func stopAndStart() async throws {
        try await withHub(hub) { url in
            try await withConnection(url) { connection in
                let error = await #expect(throws: HubError.self) { try await connection.invoke("Nothing", json: []) }
                #expect(error?.kind == .notConnected)
                for _ in 0..<5 {
                    try await connection.start()
                    let second = await #expect(throws: HubError.self) { try await connection.start() }
                    #expect(second?.kind == .alreadyStarted)
                    #expect(try await connection.invoke("Nothing", json: []) == "null")
                    async let first: Void = connection.stop()
                    await connection.stop()
                    await first
                }
            }
        }
    }

    @Test("tells the hub when a call is cancelled, and goes on", .timeLimit(.minutes(1)))
    func cancelledCall() async throws {
        try await withHub(hub) { url in
            try await withConnection(url) { connection in
                try await connection.start()
                let call = Task { try await connection.invoke("Wait", json: []) }
                try await eventually("it has begun") { !held.all.isEmpty }
                call.cancel()
                let error = await #expect(throws: HubError.self) { try await call.value }
                #expect(error?.kind == .cancelled)
                #expect(try await connection.invoke("Add", json: ["1", "1"]) == "2")
            }
        }
    }

    @Test("holds the hub back when nobody consumes, and loses nothing", .timeLimit(.minutes(1)))
    func backPressure() async throws {
        let (hub, count, sent) = (hub, 2_000, Collected<Int>())
        hub.on("Flood", parameters: nil) { call in
            for number in 0..<count {
                await call.send("n", [JSONFragment(number), JSONFragment(String(repeating: "x", count: 10_000))])
                sent.add(number)
            }
            return nil
        }
        try await withHub(hub) { url in
            try await withConnection(url) {
                $0.maximumBacklogBytes = 20_000
            } _: { connection in
                var invocations = connection.invocations(of: "n").makeAsyncIterator()
                try await connection.start()
                try await connection.send("Flood", json: [])
                // Sockets of this machine buffer some megabytes.
                var before = -1
                try await eventually("the hub waits", every: .milliseconds(100)) {
                    defer { before = sent.all.count }
                    return before > 0 && sent.all.count == before
                }
                #expect(sent.all.count < count)
                for number in 0..<count {
                    let next = try #require(await invocations.next())
                    #expect(next.arguments.hasPrefix("[\(number),"))
                }
            }
        }
    }

    @Test("answers a call that waits behind unread invocations, and gives up when they are too many")
    func callBehindBacklog() async throws {
        let hub = hub
        hub.on("Flood", parameters: nil) { call in
            for _ in 0..<(try call.arguments.int(0)) {
                await call.send("n", [JSONFragment(String(repeating: "x", count: 1_000))])
            }
            return JSONFragment("done")
        }
        try await withHub(hub) { url in
            try await withConnection(url) { options in
                options.maximumBacklogBytes = 20_000
                options.reconnect = .never
            } _: { connection in
                let unread = connection.invocations(of: "n")
                try await connection.start()
                #expect(try await connection.invoke("Flood", json: ["100"]) == "\"done\"")
                let error = await #expect(throws: HubError.self) {
                    try await connection.invoke("Flood", json: ["5000"])
                }
                #expect(error?.kind == .consumerTooSlow)
                withExtendedLifetime(unread) {}
            }
        }
    }

    @Test("asks for a token on every attempt, and once more when it is refused", .timeLimit(.minutes(1)))
    func tokens() async throws {
        let hub = Hub { $0.token?.withText { $0 } == "fresh" ? .allowed(user: "u") : .unauthorized }
        let asked = Collected<Bool>()
        try await withHub(hub) { url in
            try await withConnection(url) { options in
                options.reconnect = .listed([.zero])
                options.accessToken = { request in
                    asked.add(request.lastWasRefused)
                    return AccessToken(request.lastWasRefused ? "fresh" : "stale")
                }
            } _: { connection in
                try await connection.start()
                #expect(asked.all == [false, true])
                hub.endAll(.cut)
                _ = await wait(for: connection.states) { !$0.isConnected }
                _ = await wait(for: connection.states) { $0.isConnected }
                #expect(asked.all == [false, true, false, true])
            }
            try await withConnection(url) {
                $0.accessToken = { _ in AccessToken("wrong") }
            } _: { connection in
                let error = await #expect(throws: HubError.self) { try await connection.start() }
                #expect(error?.kind == .unauthorized)
            }
        }
    }

    @Test("a token is never printed")
    func secretToken() {
        let token = AccessToken("hidden")
        var dumped = ""
        dump(token, to: &dumped)
        #expect(!"\(token) \(String(reflecting: token)) \(dumped)".contains("hidden"))
    }

    @Test("skips negotiation if asked to", .timeLimit(.minutes(1)))
    func withoutNegotiation() async throws {
        try await withHub(hub) { url in
            try await withConnection(url) {
                $0.skipsNegotiation = true
                $0.transports = [.webSockets]
            } _: { connection in
                try await connection.start()
                #expect(connection.state == connection.state)
                guard case .connected(nil) = connection.state.phase else {
                    Issue.record("\(connection.state)")
                    return
                }
                #expect(try await connection.invoke("Add", json: ["1", "1"]) == "2")
            }
        }
    }
}
