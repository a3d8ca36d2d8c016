import HTTPServer
import SignalRClient
import SignalRServer
import TestWaiting
import Testing
import Values

@Suite("Hub connection that comes back")
struct HubReconnectTests {
    @Test("asks the program's own policy, which may give up at once", .timeLimit(.minutes(1)))
    func giveUp() async throws {
        let hub = ScriptedHub()
        let asked = Collected<ReconnectSituation>()
        try await withScriptedHub(hub) { options in
            options.reconnect = .custom { situation in
                asked.add(situation)
                return asked.all.count < 3 ? .zero : nil
            }
        } _: { connection in
            let states = connection.states
            try await connection.start()
            await hub.close(code: 1011, reason: "no \"paper\"")
            try await eventually("connected again") { hub.connectionCount == 2 && connection.state.isConnected }
            hub.cut()
            try await eventually("connected again") { hub.connectionCount == 3 && connection.state.isConnected }
            hub.cut()
            var phases: [HubState.Phase] = []
            for await state in states {
                if phases.count > 1, state.isDisconnected { break }
                phases.append(state.phase)
            }
            #expect(!phases.suffix(1).contains(.reconnecting(attempt: 1)))
            #expect(asked.all.map(\.count) == [0, 0, 0])
            #expect(asked.all.map(\.shortConnections) == [1, 2, 3])
            #expect(asked.all.first?.reason.closeCode == 1011)
            #expect(asked.all.first?.reason.message.contains("no \"paper\"") == true)
            #expect(asked.all.last?.reason.closeCode == nil)
            #expect(asked.all.last?.reason.kind == .lost)
        }
    }

    @Test("comes back after a close frame and tells its code", .timeLimit(.minutes(1)), arguments: [1000, 1001, 1009])
    func closeCodes(_ code: Int) async throws {
        let hub = ScriptedHub()
        try await withScriptedHub(hub) { connection in
            let states = connection.states
            try await connection.start()
            await hub.close(code: code, reason: "because")
            let waiting = await wait(for: states) { if case .waitingToReconnect = $0.phase { true } else { false } }
            #expect(waiting?.reason?.kind == .lost)
            #expect(waiting?.reason?.closeCode == code)
            #expect(waiting?.reason?.message.contains("because") == true)
            _ = await wait(for: states) { $0.isConnected }
        }
    }

    @Test("does its steps on each new connection before anybody else can call", .timeLimit(.minutes(1)))
    func steps() async throws {
        let hub = ScriptedHub { record in
            record.text.contains("\"Join\"") ? [#"{"type":3,"invocationId":"1","result":1}"#] : []
        }
        try await withScriptedHub(hub) { connection in
            let (states, seen) = (connection.states, Collected<String>())
            connection.onConnect { calls in
                let error = await #expect(throws: HubError.self) { try await connection.send("Early", json: []) }
                #expect(error?.kind == .notConnected)
                #expect(!connection.state.isConnected)
                seen.add(try await calls.invoke("Join", json: ["\"group\""]))
            }
            let second = connection.onConnect { calls in
                seen.add("second")
                try await calls.send("Ready", json: [])
            }
            try await connection.start()
            #expect(seen.all == ["1", "second"])
            try await connection.send("Late", json: [])
            try await eventually("all arrived") { hub.texts.count == 3 }
            hub.cut()
            _ = await wait(for: states) { if case .reconnecting = $0.phase { true } else { false } }
            second.cancel()
            _ = await wait(for: states) { $0.isConnected }
            try await connection.send("Late", json: [])
            try await eventually("all arrived") { hub.texts.count >= 5 }
            let names = hub.records.map { record in
                "\(record.connection)" + (["Join", "Ready", "Late"].first { record.text.contains($0) } ?? "?")
            }
            #expect(names.prefix(4) == ["1Join", "1Ready", "1Late", "2Join"])
            #expect(seen.all.filter { $0 == "1" }.count == 2)
        }
    }

    @Test("takes a step that fails, or takes too long, for a failed attempt", .timeLimit(.minutes(1)))
    func failingStep() async throws {
        struct Unwell: Error {}
        let hub = ScriptedHub()
        try await withScriptedHub(hub) { options in
            options.reconnect = .listed([.zero, .zero], retriesFirstConnection: true)
            options.connectTimeout = .seconds(4)
        } _: { connection in
            let runs = Collected<Int>()
            connection.onConnect { calls in
                runs.add(0)
                if runs.all.count == 1 { throw Unwell() }
                // Nobody answers.
                if runs.all.count == 2 { _ = try await calls.invoke("Slow", json: []) }
            }
            let states = connection.states
            try await connection.start()
            let failures = [
                await wait(for: states) { $0.reason != nil }, await wait(for: states) { $0.reason != nil },
            ]
            #expect(failures.map { $0?.reason?.kind } == [.stepFailed, .connectTimeout])
            #expect(hub.connectionCount == 3)
            #expect(connection.state.isConnected)
        }
        try await withScriptedHub(hub) { connection in
            connection.onConnect { _ in throw Unwell() }
            let error = await #expect(throws: HubError.self) { try await connection.start() }
            #expect(error?.kind == .stepFailed)
        }
    }

    @Test("tells the loss, not the step, when the connection ends under a step", .timeLimit(.minutes(1)))
    func lossUnderStep() async throws {
        let hub = ScriptedHub()
        try await withScriptedHub(hub) { connection in
            connection.onConnect { calls in
                hub.cut()
                _ = try await calls.invoke("Slow", json: [])
            }
            let error = await #expect(throws: HubError.self) { try await connection.start() }
            #expect(error?.kind == .lost)
        }
    }

    @Test("can be stopped from within a step", .timeLimit(.minutes(1)))
    func stopInStep() async throws {
        try await withScriptedHub(ScriptedHub()) { connection in
            connection.onConnect { _ in await connection.stop() }
            await #expect(throws: HubError.self) { try await connection.start() }
            #expect(connection.state.isDisconnected)
        }
    }

    @Test("ends a pause when the network comes up, unless the server asked for it", .timeLimit(.minutes(1)))
    func networkCameUp() async throws {
        let hub = Hub()
        let hubs = HubServer(["/hub": hub])
        let answers = Collected<Int>()
        try await withServer { request in
            guard request.path.hasSuffix("/negotiate") else { return await hubs.response(to: request) ?? .notFound }
            answers.add(0)
            if answers.all.count == 1 { return HTTPResponse(.serviceUnavailable) }
            if answers.all.count == 2 { return HTTPResponse(.serviceUnavailable, headers: ["Retry-After": "3600"]) }
            return await hubs.response(to: request) ?? .notFound
        } body: { origin in
            try await withConnection("\(origin)/hub") {
                $0.reconnect = .custom(retriesFirstConnection: true) { _ in .seconds(1_000) }
            } _: { connection in
                let states = connection.states
                let start = Task { try await connection.start() }
                _ = await wait(for: states) { if case .waitingToConnect(2, _) = $0.phase { true } else { false } }
                connection.networkCameUp()
                let asked = await wait(for: states) {
                    if case .waitingToConnect(3, _) = $0.phase { true } else { false }
                }
                #expect(asked?.phase == .waitingToConnect(attempt: 3, pause: .seconds(3600)))
                connection.networkCameUp()
                // That nothing happens tells nobody.
                try await Task.sleep(for: .milliseconds(50))
                #expect(answers.all.count == 2)
                await connection.stop()
                await #expect(throws: HubError.self) { try await start.value }
            }
            hubs.stop()
        }
    }

    @Test("skips the pause after an attempt that began before the network came up", .timeLimit(.minutes(1)))
    func networkCameUpMeanwhile() async throws {
        let asked = Collected<ReconnectSituation>()
        let gate = AsyncStream.makeStream(of: Void.self)
        try await withServer { _ in
            if asked.all.isEmpty { for await _ in gate.stream { break } }
            return HTTPResponse(.serviceUnavailable)
        } body: { origin in
            try await withConnection("\(origin)/hub") {
                $0.reconnect = .custom(retriesFirstConnection: true) { situation in
                    asked.add(situation)
                    return .seconds(1_000)
                }
            } _: { connection in
                let start = Task { try await connection.start() }
                _ = await wait(for: connection.states) { $0.phase == .connecting(attempt: 1) }
                connection.networkCameUp()
                gate.continuation.yield()
                try await eventually("tried twice") { asked.all.count == 2 }
                #expect(asked.all.map(\.count) == [0, 1])
                #expect(asked.all.map { $0.reason.status } == [503, 503])
                await connection.stop()
                _ = await start.result
            }
        }
    }

    @Test("lets the policy see a refusal, and asks for another token then", .timeLimit(.minutes(1)))
    func refusedToken() async throws {
        let (requests, asked) = (Collected<Bool>(), Collected<HubError.Kind>())
        let hub = Hub { $0.token?.withText { $0 } == "good" ? .allowed(user: nil) : .unauthorized }
        try await withHub(hub) { url in
            try await withConnection(url) { options in
                options.accessToken = { request in
                    requests.add(request.lastWasRefused)
                    return AccessToken(requests.all.count < 4 ? "bad" : "good")
                }
                options.reconnect = .custom(retriesFirstConnection: true) { situation in
                    asked.add(situation.reason.kind)
                    return .zero
                }
            } _: { connection in
                try await connection.start()
                #expect(asked.all.allSatisfy { $0 == .unauthorized } && !asked.all.isEmpty)
                #expect(requests.all.first == false)
                #expect(requests.all.dropFirst().allSatisfy { $0 })
            }
        }
    }

    @Test("is dropped and comes back a thousand times without growing in anything", .timeLimit(.minutes(2)))
    func cycles() async {
        await #expect(processExitsWith: .success) { await DropCycles.run() }
    }
}
