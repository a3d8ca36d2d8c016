import JSON
import Runtime
import SignalRServer
import Synchronization
import TestWaiting
import Testing
import WebSockets

@testable import SignalRClient

/// What a task does that has been cancelled before.
@Suite("Hub connection in a cancelled task")
struct HubCancelledTests {
    /// Runs `body` in a task that has been cancelled.
    private static func cancelled(_ body: @escaping @Sendable () async -> Void) async {
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await body()
        }.value
    }

    @Test("no call is sent", .timeLimit(.minutes(1)))
    func calls() async throws {
        let calls = Atomic(0)
        let hub = Hub()
        hub.on("Note", parameters: 0) { _ in
            calls.add(1, ordering: .relaxed)
            return nil as JSONFragment?
        }
        hub.on("Take", parameters: 0, uploads: 1) { _ in
            calls.add(1, ordering: .relaxed)
            return nil as JSONFragment?
        }
        hub.onStream("Stream", jsonParameters: 0) { _, _ in calls.add(1, ordering: .relaxed) }
        hub.on("Fence", parameters: 0) { _ in nil as JSONFragment? }
        try await withHub(hub) { url in
            try await withConnection(url) { connection in
                try await connection.start()
                await Self.cancelled {
                    func expectCancelled(_ body: () async throws -> Void) async {
                        let error = await #expect(throws: HubError.self) { try await body() }
                        #expect(error?.kind == .cancelled)
                        #expect(error?.mayHaveRun == false)
                    }
                    await expectCancelled { _ = try await connection.invoke("Note", json: []) }
                    await expectCancelled { try await connection.send("Note", json: []) }
                    await expectCancelled { _ = try await connection.stream("Stream", json: []) }
                    await expectCancelled {
                        _ = try await connection.invoke("Take", json: [], uploading: [HubUpload(json: ["1"])])
                    }
                    await expectCancelled {
                        try await connection.send("Take", json: [], uploading: [HubUpload(json: ["1"])])
                    }
                }
                _ = try await connection.invoke("Fence", json: [])
                #expect(calls.load(ordering: .relaxed) == 0)
            }
        }
    }

    @Test("calls are given up while the hub reads nothing and the transport is full", .timeLimit(.minutes(1)))
    func fullTransport() async throws {
        let isOver = Promise<Void, Never>()
        try await withRawHub { socket in
            var messages = socket.messages.makeAsyncIterator()
            _ = try await messages.next()
            try await socket.send("{}\u{1E}")
            // It reads no more.
            await isOver.outcomeUnlessCancelled()
            socket.abort()
        } _: { url in
            try await withConnection(url, { $0.skipsNegotiation = true }) { connection in
                defer { isOver.keep() }
                try await connection.start()
                // Much more than the sockets' buffers take.
                let text = "\"\(String(repeating: "x", count: 200_000))\""
                let call: @Sendable () async throws -> Void = { _ = try await connection.invoke("Take", json: [text]) }
                let send: @Sendable () async throws -> Void = { try await connection.send("Take", json: [text]) }
                let calls = (0..<150).map { number in Task { try await (number % 2 == 0 ? call : send)() } }
                // They wait for an answer or for room.
                while try connection.link().calls.count < 75 { await Task.yield() }
                for call in calls { call.cancel() }
                for call in calls {
                    guard case .failure(let error) = await call.result else { continue }
                    #expect((error as? HubError)?.kind == .cancelled)
                }
                #expect(connection.state.isConnected)
            }
        }
    }

    @Test("nothing is started", .timeLimit(.minutes(1)))
    func start() async throws {
        let hub = Hub()
        try await withHub(hub) { url in
            try await withConnection(url) { connection in
                var states = connection.states.makeAsyncIterator()
                await Self.cancelled {
                    let error = await #expect(throws: HubError.self) { try await connection.start() }
                    #expect(error?.kind == .cancelled)
                    #expect(connection.state.isDisconnected)
                }
                try await connection.start()
                #expect(hub.connectionCount == 1)
                var phases: [HubState.Phase?] = []
                for _ in 0..<2 { phases.append(await states.next()?.phase) }
                #expect(phases == [.disconnected, .connecting(attempt: 1)])
                #expect(await states.next()?.isConnected == true)
            }
        }
    }

    @Test("a start that is cancelled returns when the attempt is over", .timeLimit(.minutes(1)))
    func cancelledStart() async throws {
        // The handshake is not answered.
        try await withRawHub { socket in
            for try await _ in socket.batches {}
        } _: { url in
            try await withConnection(url, { $0.skipsNegotiation = true }) { connection in
                for _ in 0..<20 {
                    let start = Task { try await connection.start() }
                    try await eventually("it connects") { !connection.state.isDisconnected }
                    start.cancel()
                    let result = await start.result
                    #expect(connection.state.isDisconnected)
                    guard case .failure(let error) = result else {
                        Issue.record("it has started")
                        return
                    }
                    #expect((error as? HubError)?.kind == .cancelled)
                }
            }
        }
    }

    @Test("stop returns when the connection is over", .timeLimit(.minutes(1)))
    func stop() async throws {
        let hub = Hub()
        try await withHub(hub) { url in
            try await withConnection(url) { connection in
                for _ in 0..<20 {
                    try await connection.start()
                    await Self.cancelled {
                        await connection.stop()
                        #expect(connection.state.isDisconnected)
                    }
                }
            }
        }
    }

    @Test("stop returns when a connection is over that has hardly begun", .timeLimit(.minutes(1)))
    func stopAtOnce() async throws {
        try await withHub(Hub()) { url in
            for _ in 0..<50 {
                try await withConnection(url) { connection in
                    async let start: Void = connection.start()
                    await connection.stop()
                    _ = try? await start
                    await connection.stop()
                    #expect(connection.state.isDisconnected)
                    try await connection.start()
                }
            }
        }
    }
}
