import Systemd
import Testing

@Suite(
    "The session bus", .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"), .timeLimit(.minutes(1)))
struct SessionBusTests {
    private func daemon(_ method: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", method, arguments)
    }

    @Test("calls return values")
    func calls() async throws {
        let privateBus = try PrivateBus()
        defer { privateBus.stop() }
        let bus = try SessionBus(address: privateBus.address)
        #expect(try await bus.call(daemon("NameHasOwner", [.string("org.freedesktop.DBus")])) == [.boolean(true)])
        #expect(try await bus.call(daemon("ListActivatableNames")).first?.items != nil)
    }

    @Test("errors of the other side carry their name")
    func remoteError() async throws {
        let privateBus = try PrivateBus()
        defer { privateBus.stop() }
        let bus = try SessionBus(address: privateBus.address)
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
        let bus = try SessionBus(address: privateBus.address)
        await #expect(throws: BusError.self) { try await bus.call(daemon("GetNameOwner", [.string("a\0b")])) }
        await #expect(throws: BusError.self) {
            try await bus.call(BusCall("x", path: "no slash", interface: "a.b", "C"))
        }
    }

    @Test("a peer that never answers costs the time limit, or nothing when cancelled")
    func timeout() async throws {
        let privateBus = try PrivateBus()
        defer { privateBus.stop() }
        let bus = try SessionBus(address: privateBus.address)
        _ = try await bus.call(daemon("ListNames"))
        privateBus.pause()
        await #expect(throws: BusError.timedOut) { try await bus.call(daemon("GetId"), timeout: .milliseconds(50)) }
        let waiting = Task { try await bus.call(daemon("GetId"), timeout: .seconds(3_000)) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("a task that was cancelled before it calls doesn't wait for the answer")
    func cancelledBefore() async throws {
        let privateBus = try PrivateBus()
        defer { privateBus.stop() }
        let bus = try SessionBus(address: privateBus.address)
        _ = try await bus.call(daemon("ListNames"))
        privateBus.pause()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let waiting = Task {
            // Cancellation ends this, so the call begins in a cancelled task.
            for await _ in gate {}
            return try await bus.call(daemon("GetId"), timeout: .seconds(3_000))
        }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        open.finish()
    }

    @Test("closing fails what is in flight and ends streams")
    func closing() async throws {
        let privateBus = try PrivateBus()
        defer { privateBus.stop() }
        let bus = try SessionBus(address: privateBus.address)
        let states = bus.states()
        let signals = bus.signals(BusMatch(interface: "org.freedesktop.DBus"))
        _ = try await bus.call(daemon("ListNames"))
        privateBus.pause()
        let answer = Task { try await bus.call(daemon("GetId"), timeout: .seconds(3_000)) }
        await bus.close()
        await #expect(throws: BusError.disconnected) { try await answer.value }
        await #expect(throws: BusError.disconnected) { try await bus.call(daemon("GetId")) }
        for await _ in states {}
        for await _ in signals {}
        for await _ in bus.states() {}
    }

    @Test("signals arrive, also after the bus was away, and calls fail at once while it is")
    func reconnects() async throws {
        let privateBus = try PrivateBus()
        defer { privateBus.stop() }
        let bus = try SessionBus(address: privateBus.address)
        let match = BusMatch(interface: "org.freedesktop.DBus", name: "NameOwnerChanged")
        let signals = bus.signals(match)
        let reconnections = bus.events([match]) { $0 == .reconnected ? true : nil }
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
        #expect(await reconnections.first { _ in true } == true)
    }

    @Test("without a bus calls fail at once")
    func noBus() async throws {
        let bus = try SessionBus(address: "unix:path=/nonexistent/bus")
        await #expect(throws: BusError.disconnected) { try await bus.call(daemon("ListNames")) }
    }

    private func arrives(in signals: AsyncStream<BusSignal>, about name: String) async -> Bool {
        for await signal in signals where signal.arguments.first?.text == name { return true }
        return false
    }
}
