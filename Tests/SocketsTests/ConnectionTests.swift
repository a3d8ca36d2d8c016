import Glibc
import Runtime
import SocketTestSupport
import Testing
import Values

@testable import Sockets

@Suite("Byte streams")
struct ConnectionTests {
    /// What a connection told its handler.
    enum Event: Sendable, Equatable {
        case ready, drained
        case received([UInt8])
        case closed(SocketError.Kind?)
    }

    final class Recorder: ConnectionHandler {
        let events: AsyncStream<Event>
        private let note: AsyncStream<Event>.Continuation

        init() { (events, note) = AsyncStream.makeStream() }

        func connectionReady() { note.yield(.ready) }
        func connectionReceived(_ bytes: Span<UInt8>) { note.yield(.received(bytes.indices.map { bytes[$0] })) }
        func connectionDrained() { note.yield(.drained) }
        func connectionClosed(_ error: SocketError?) {
            note.yield(.closed(error?.kind))
            note.finish()
        }

        /// Waits for the event; fails the test if the connection ends without it.
        func wait(for wanted: Event) async {
            var last: Event?
            for await event in events {
                if event == wanted { return }
                last = event
            }
            Issue.record("no \(wanted), but \(String(describing: last))")
        }

        func wait(forBytes count: Int) async {
            var missing = count
            for await event in events {
                if case .received(let bytes) = event { missing -= bytes.count }
                if missing <= 0 { return }
            }
            Issue.record("ended \(missing) bytes early")
        }

        /// All bytes until the end, and the end.
        func bytes() async -> ([UInt8], Event?) {
            var (bytes, last): ([UInt8], Event?) = ([], nil)
            for await event in events {
                if case .received(let more) = event { bytes += more }
                last = event
            }
            return (bytes, last)
        }
    }

    static func connect(_ loop: EventLoop, to port: Int, _ change: (inout ConnectionRequest) throws -> Void = { _ in })
        throws -> (Connection, Recorder)
    {
        var request = ConnectionRequest(
            addresses: try Resolver.numeric("127.0.0.1", port: port), deadline: .now + .seconds(50))
        try change(&request)
        let recorder = Recorder()
        let connection = Connection(on: loop, request, handler: recorder)
        loop.post { _ in connection.assumeIsolated { $0.connect() } }
        return (connection, recorder)
    }

    static func listen(
        _ loop: EventLoop, _ endpoint: Endpoint = .address("127.0.0.1", port: 0), tls: TLSIdentity? = nil,
        _ accepted: @escaping @Sendable (Connection) -> Void
    ) async throws -> Listener {
        try await withCheckedThrowingContinuation { continuation in
            loop.post { loop in
                continuation.resume(with: Result { try Listener(on: loop, endpoint, tls: tls, accepted: accepted) })
            }
        }
    }

    @Test("carries bytes both ways between two ends of ours", .timeLimit(.minutes(1)))
    func pair() async throws {
        try await withLoop { loop in
            let server = Recorder()
            let listener = try await Self.listen(loop) { connection in
                connection.assumeIsolated {
                    $0.use(server)
                    $0.write([1, 2, 3])
                }
            }
            let (connection, client) = try Self.connect(loop, to: try #require(listener.endpoint.port))
            await client.wait(for: .received([1, 2, 3]))
            await connection.write([UInt8](repeating: 7, count: 3_000_000))
            await connection.finish()
            let (bytes, end) = await server.bytes()
            #expect(bytes.count == 3_000_000)
            #expect(end == .closed(nil))
            await listener.close()
        }
    }

    @Test("a listener that nobody keeps accepts until the loop ends, and goes with it", .timeLimit(.minutes(1)))
    func unkeptListener() async throws {
        var unkept: Unkept?
        try await withLoop { loop in
            let server = Recorder()
            let made = try await Unkept(Self.listen(loop) { $0.assumeIsolated { $0.use(server) } })
            unkept = made
            let (connection, client) = try Self.connect(loop, to: try #require(made.port))
            await client.wait(for: .ready)
            await connection.write([1])
            await server.wait(for: .received([1]))
            #expect(made.listener != nil)
            await connection.finish()
        }
        #expect(unkept != nil && unkept?.listener == nil)
    }

    private struct Unkept: Sendable {
        weak let listener: Listener?
        let port: Int?

        init(_ listener: Listener) {
            self.listener = listener
            port = listener.endpoint.port
        }
    }

    @Test("does not read while its user is not ready", .timeLimit(.minutes(1)))
    func paused() async throws {
        try await withPeer { socket in
            socket.send([UInt8](repeating: 1, count: 100))
            _ = socket.read()
            socket.send("second")
        } body: { port in
            try await withLoop { loop in
                let (connection, recorder) = try Self.connect(loop, to: port)
                await recorder.wait(for: .ready)
                await connection.setReading(false)
                await connection.write([1])
                await recorder.wait(for: .drained)
                await connection.setReading(true)
                let (bytes, _) = await recorder.bytes()
                #expect(bytes.suffix(6) == Array("second".utf8)[...])
            }
        }
    }

    @Test("a deadline ends what its user has not cleared", .timeLimit(.minutes(1)))
    func deadline() async throws {
        try await withPeer { socket in
            while !socket.read().isEmpty {}
        } body: { port in
            try await withLoop { loop in
                let (_, late) = try Self.connect(loop, to: port) { $0.deadline = .now + .milliseconds(200) }
                #expect(await late.bytes().1 == .closed(.timeout))
                let (kept, recorder) = try Self.connect(loop, to: port) { $0.deadline = .now + .seconds(3) }
                await recorder.wait(for: .ready)
                await kept.clearDeadline()
                // Longer than the deadline that was taken away: that nothing happens has no sign of its own.
                try await loop.sleep(for: .milliseconds(3300))
                #expect(await kept.isOpen)
            }
        }
    }

    @Test("gives up a peer that takes nothing", .timeLimit(.minutes(1)))
    func writeTimeout() async throws {
        try await withPeer { socket in
            // Reads nothing until the test is over.
            _ = socket.hasEnded(within: 20_000)
        } body: { port in
            try await withLoop { loop in
                let (connection, recorder) = try Self.connect(loop, to: port)
                await recorder.wait(for: .ready)
                await connection.clearDeadline()
                await connection.use(recorder, tickPeriod: .milliseconds(50), writeTimeout: .milliseconds(300))
                await connection.write([UInt8](repeating: 1, count: 20_000_000))
                #expect(await recorder.bytes().1 == .closed(.lost))
            }
        }
    }

    /// Writes a little whenever the socket takes more, so that nothing is ever left to be written.
    final class Trickler: ConnectionHandler {
        let connection = Lock(Connection?.none)
        let end: AsyncStream<SocketError.Kind?>
        private let note: AsyncStream<SocketError.Kind?>.Continuation

        init() { (end, note) = AsyncStream.makeStream() }

        func connectionReceived(_ bytes: Span<UInt8>) {}
        func connectionDrained() {}
        func connectionClosed(_ error: SocketError?) {
            note.yield(error?.kind)
            note.finish()
        }
        func connectionWritable() {
            connection.withLock { $0 }?.assumeIsolated { connection in
                connection.write([UInt8](repeating: 1, count: 4096))
                connection.requestWritable()
            }
        }
    }

    @Test("gives up a peer that takes nothing, also when all that was written has gone", .timeLimit(.minutes(1)))
    func writeTimeoutBetweenWrites() async throws {
        try await withPeer { socket in
            // Reads nothing until the test is over.
            _ = socket.hasEnded(within: 20_000)
        } body: { port in
            try await withLoop { loop in
                let (connection, recorder) = try Self.connect(loop, to: port)
                await recorder.wait(for: .ready)
                await connection.clearDeadline()
                let trickler = Trickler()
                trickler.connection.withLock { $0 = connection }
                await connection.use(trickler, tickPeriod: .milliseconds(50), writeTimeout: .milliseconds(300))
                await connection.requestWritable()
                var end = trickler.end.makeAsyncIterator()
                #expect(await end.next() == .some(.lost))
            }
        }
    }

    @Test("tells of every address that failed", .timeLimit(.minutes(1)))
    func addresses() async throws {
        let (listening, port) = try RawPeer.listen(on: "127.0.0.1", port: 0)
        listening.close()
        try await withLoop { loop in
            let (_, none) = try Self.connect(loop, to: port) { $0.addresses = [] }
            #expect(await none.bytes().1 == .closed(.connect))
            let (_, recorder) = try Self.connect(loop, to: port) {
                $0.addresses += (try? Resolver.numeric("127.0.0.4", port: port)) ?? []
            }
            #expect(await recorder.bytes().1 == .closed(.connect))
        }
    }

    @Test("accepts TLS, and plain bytes at a TLS port end the connection", Certificates.trait, .timeLimit(.minutes(1)))
    func tls() async throws {
        let certificates = try await Certificates()
        try await withLoop { loop in
            let server = Recorder()
            let listener = try await Self.listen(loop, tls: certificates.good) { connection in
                connection.assumeIsolated { $0.use(server) }
            }
            let port = try #require(listener.endpoint.port)
            let (connection, client) = try Self.connect(loop, to: port) {
                $0.tls = .init(host: "localhost", trust: TLSTrust(caFile: certificates.authority))
            }
            await client.wait(for: .ready)
            await connection.write([UInt8](repeating: 9, count: 200_000))
            // Before the good-bye, whose patience of a second a busy machine may exceed.
            await server.wait(forBytes: 200_000)
            await connection.finish()
            #expect(await server.bytes().1 == .closed(nil))
            let plain = try RawSocket(port: port)
            plain.send("GET / HTTP/1.1\r\n\r\n")
            let answer = await plain.onThread { $0.read(until: nil) }
            #expect(!String(decoding: answer, as: UTF8.self).hasPrefix("HTTP"))
            await listener.close()
        }
    }

    @Test("refuses certificates and keys that cannot be used", Certificates.trait, .timeLimit(.minutes(1)))
    func badIdentity() async throws {
        let certificates = try await Certificates()
        let mixed = TLSIdentity(
            certificateFile: certificates.good.certificateFile, keyFile: certificates.expired.keyFile)
        let missing = TLSIdentity(certificateFile: "/nonexistent.pem", keyFile: certificates.good.keyFile)
        let none = TLSIdentity(certificateFile: certificates.noCertificate, keyFile: certificates.good.keyFile)
        LibraryLog.send(to: { _, _ in })
        defer { LibraryLog.send(to: nil) }
        try await withLoop { loop in
            for identity in [mixed, missing, none] {
                await #expect { _ = try await Self.listen(loop, tls: identity) { $0.abort() } } throws: {
                    ($0 as? SocketError)?.kind == .tls(.badFile)
                }
            }
        }
    }
}

extension RawSocket {
    /// Whether the connection is cut within that many milliseconds.
    func hasEnded(within milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&descriptor, 1, milliseconds) > 0
    }
}
