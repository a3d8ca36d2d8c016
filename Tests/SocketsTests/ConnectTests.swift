import Glibc
import SocketTestSupport
import Testing

@testable import Sockets

@Suite("Connecting")
struct ConnectTests {
    /// Listens on a Unix socket and says which process came.
    @Test("connects to a Unix socket, and names a path that leads nowhere", .timeLimit(.minutes(1)))
    func unixSocket() async throws {
        let folder = TemporaryFolder()
        let path = folder.file("socket")
        try await withLoop { loop in
            let server = ConnectionTests.Recorder()
            let listener = try await ConnectionTests.listen(loop, .unix(path: path)) { connection in
                #expect(connection.peer == .process(pid: getpid(), userID: getuid(), groupID: getgid()))
                connection.assumeIsolated { $0.use(server) }
            }
            let (connection, client) = try ConnectionTests.connect(loop, to: 1) {
                $0.addresses = [try SocketAddress(unixSocket: path)]
            }
            await client.wait(for: .ready)
            await connection.write([1])
            await server.wait(for: .received([1]))
            await listener.close()
            let (_, nobody) = try ConnectionTests.connect(loop, to: 1) {
                $0.addresses = [try SocketAddress(unixSocket: folder.file("nothing"))]
            }
            #expect(await nobody.bytes().1 == .closed(.connect))
        }
    }

    @Test("refuses paths that are no Unix socket's", arguments: ["", "a\0b", String(repeating: "p", count: 108)])
    func badPath(_ path: String) {
        #expect { _ = try SocketAddress(unixSocket: path) } throws: {
            ($0 as? SocketError)?.kind == .invalidOption
        }
    }

    @Test("takes the longest path there is")
    func longestPath() throws {
        let path = String(repeating: "p", count: 107)
        #expect(try SocketAddress(unixSocket: path).text == path)
    }

    @Test("an address that never answers costs one head start, not the whole limit", .timeLimit(.minutes(1)))
    func headStart() async throws {
        try await withPeer { socket in
            _ = socket.read()
        } body: { port in
            let hole = try Hole(port: port)
            try await withLoop { loop in
                let start = ContinuousClock.now
                let (connection, recorder) = try ConnectionTests.connect(loop, to: port) { request in
                    request.addresses = try [hole.address, "127.0.0.1"].flatMap { try Resolver.numeric($0, port: port) }
                }
                await recorder.wait(for: .ready)
                #expect(ContinuousClock.now - start >= AddressRace.headStart)
                // The one that never answers would have had until the deadline.
                #expect(ContinuousClock.now - start < .seconds(25))
                #expect(await connection.address == "127.0.0.1")
                connection.abort()
            }
            hole.close()
        }
    }

    @Test("reaches an address behind more silent ones than may be tried at once", .timeLimit(.minutes(1)))
    func manySilent() async throws {
        try await withPeer { socket in
            _ = socket.read()
        } body: { port in
            let holes = try (1...10).map { _ in try Hole(port: port) }
            try await withLoop { loop in
                let (_, recorder) = try ConnectionTests.connect(loop, to: port) { request in
                    request.addresses = try (holes.map(\.address) + ["127.0.0.1"]).flatMap {
                        try Resolver.numeric($0, port: port)
                    }
                }
                await recorder.wait(for: .ready)
            }
            for hole in holes { hole.close() }
        }
    }

    @Test("tells at the deadline who has not answered", .timeLimit(.minutes(1)))
    func silentUntilDeadline() async throws {
        let (listening, port) = try RawPeer.listen(on: "127.0.0.1", port: 0)
        listening.close()
        let hole = try Hole(port: port)
        let ending = Ending()
        try await withLoop { loop in
            var request = ConnectionRequest(
                addresses: try ["127.0.0.3", hole.address].flatMap { try Resolver.numeric($0, port: port) },
                deadline: .now + .milliseconds(700))
            request.acknowledgementLimit = .seconds(1)
            let connection = Connection(on: loop, request, handler: ending)
            loop.post { _ in connection.assumeIsolated { $0.connect() } }
            for await error in ending.errors {
                #expect(error?.kind == .timeout)
                #expect(
                    error?.message
                        == "no connection to \(hole.address) within the limit (before: 127.0.0.3: Connection refused)")
            }
        }
        hole.close()
    }

    @Test("a sentence about hundreds of addresses stays short", .timeLimit(.minutes(1)))
    func manyRefused() async throws {
        let (listening, port) = try RawPeer.listen(on: "127.0.0.1", port: 0)
        listening.close()
        let ending = Ending()
        try await withLoop { loop in
            let addresses = try (1...250).flatMap { try Resolver.numeric("127.0.1.\($0)", port: port) }
            let connection = Connection(
                on: loop, ConnectionRequest(addresses: addresses, deadline: .now + .seconds(50)), handler: ending)
            loop.post { _ in connection.assumeIsolated { $0.connect() } }
            for await error in ending.errors {
                #expect(error?.kind == .connect)
                #expect(error?.message.hasSuffix("Connection refused and 242 more") == true)
            }
        }
    }

    @Test("leaves nothing behind when it is ended in the middle of the race", .timeLimit(.minutes(1)))
    func aborted() async throws {
        try await withPeer { socket in
            _ = socket.read()
        } body: { port in
            let holes = try (1...3).map { _ in try Hole(port: port) }
            // What stayed behind would fill the loop's table of descriptors.
            let loop = try EventLoop(descriptorLimit: 48)
            for _ in 0..<30 {
                let (connection, recorder) = try ConnectionTests.connect(loop, to: port) { request in
                    request.addresses = try holes.flatMap { try Resolver.numeric($0.address, port: port) }
                }
                // Not a wait for something: it is broken off at this moment of the race.
                try await loop.sleep(for: AddressRace.headStart / 10)
                connection.abort()
                #expect(await recorder.bytes().1 == .closed(nil))
            }
            let (_, recorder) = try ConnectionTests.connect(loop, to: port)
            await recorder.wait(for: .ready)
            await loop.stop()
            for hole in holes { hole.close() }
        }
    }
}

/// Keeps what a connection ended with.
private final class Ending: ConnectionHandler {
    let errors: AsyncStream<SocketError?>
    private let note: AsyncStream<SocketError?>.Continuation

    init() { (errors, note) = AsyncStream.makeStream() }

    func connectionReceived(_ bytes: Span<UInt8>) {}
    func connectionDrained() {}
    func connectionClosed(_ error: SocketError?) {
        note.yield(error)
        note.finish()
    }
}
