import Systemd
import Testing

@Suite("The session bus", .timeLimit(.minutes(1)))
struct SessionBusTests {
    private func daemon(_ method: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", method, arguments)
    }

    @Test("calls return values")
    func calls() async throws {
        let privateBus = try PrivateBus()
        defer { privateBus.stop() }
        let bus = SessionBus(address: privateBus.address)
        #expect(try await bus.call(daemon("NameHasOwner", [.string("org.freedesktop.DBus")])) == [.boolean(true)])
        #expect(try await bus.call(daemon("ListActivatableNames")).first?.items != nil)
    }

    @Test("errors of the other side carry their name")
    func remoteError() async throws {
        let privateBus = try PrivateBus()
        defer { privateBus.stop() }
        let bus = SessionBus(address: privateBus.address)
        let error = await #expect(throws: BusError.self) {
            try await bus.call(BusCall("com.example.Nobody", path: "/", interface: "com.example.X", "Do"))
        }
        guard case .remote(name: "org.freedesktop.DBus.Error.ServiceUnknown", _) = error else {
            return #expect(error == nil)
        }
    }

    @Test("impossible calls are refused before they are sent")
    func invalid() async throws {
        let privateBus = try PrivateBus()
        defer { privateBus.stop() }
        let bus = SessionBus(address: privateBus.address)
        await #expect(throws: BusError.self) { try await bus.call(daemon("GetNameOwner", [.string("a\0b")])) }
        await #expect(throws: BusError.self) {
            try await bus.call(BusCall("x", path: "no slash", interface: "a.b", "C"))
        }
    }

    @Test("a peer that never answers costs the time limit, or nothing when cancelled")
    func timeout() async throws {
        let privateBus = try PrivateBus()
        defer { privateBus.stop() }
        let blackHole = try privateBus.startBlackHole(name: "com.example.Hole")
        defer { privateBus.end(blackHole) }
        let bus = SessionBus(address: privateBus.address)
        for _ in 0..<200 {
            if try await bus.call(daemon("NameHasOwner", [.string("com.example.Hole")])) == [.boolean(true)] { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        let call = BusCall("com.example.Hole", path: "/", interface: "com.example.X", "Do")
        await #expect(throws: BusError.timedOut) { try await bus.call(call, timeout: .milliseconds(50)) }
        let waiting = Task { try await bus.call(call, timeout: .seconds(30)) }
        try await Task.sleep(for: .milliseconds(20))
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("signals arrive, also after the bus was away, and calls fail at once while it is")
    func reconnects() async throws {
        let privateBus = try PrivateBus()
        defer { privateBus.stop() }
        let bus = SessionBus(address: privateBus.address)
        let signals = bus.signals(BusMatch(interface: "org.freedesktop.DBus", name: "NameOwnerChanged"))
        var states = bus.states().makeAsyncIterator()
        #expect(await states.next() == .connected)
        _ = try await bus.call(daemon("RequestName", [.string("com.example.One"), .uint32(0)]))
        #expect(await arrives(in: signals, about: "com.example.One"))
        privateBus.stop()
        #expect(await states.next() == .disconnected)
        await #expect(throws: BusError.disconnected) { try await bus.call(daemon("ListNames")) }
        try privateBus.start()
        #expect(await states.next() == .connected)
        _ = try await bus.call(daemon("RequestName", [.string("com.example.Two"), .uint32(0)]))
        #expect(await arrives(in: signals, about: "com.example.Two"))
    }

    @Test("without a bus calls fail at once")
    func noBus() async {
        let bus = SessionBus(address: "unix:path=/nonexistent/bus")
        await #expect(throws: BusError.disconnected) { try await bus.call(daemon("ListNames")) }
    }

    private func arrives(in signals: AsyncStream<BusSignal>, about name: String) async -> Bool {
        for await signal in signals where signal.arguments.first?.text == name { return true }
        return false
    }
}
