import CLibWebSockets
import Glibc
import SocketTestSupport
import Testing

@testable import Sockets

@Suite("Small writes")
struct SmallWritesTests {
    /// Answers two bytes by two bytes, each in a write of its own.
    private final class Echo: ConnectionHandler {
        private let counted = AsyncStream.makeStream(of: Int.self)
        var counts: AsyncStream<Int> { counted.stream }

        func connectionReceived(_ bytes: Span<UInt8>) { counted.continuation.yield(bytes.count) }
        func connectionDrained() {}
        func connectionClosed(_ error: SocketError?) { counted.continuation.finish() }
    }

    private static func writeTwice(_ connection: Connection) async {
        await connection.write([1])
        await connection.write([2])
    }

    @Test("don't wait for the acknowledgement of the one before, at either end", .timeLimit(.minutes(1)))
    func nothingWaits() async throws {
        try await withLoop { loop in
            let (server, client) = (Echo(), Echo())
            let accepted = AsyncStream.makeStream(of: Connection.self)
            let listener = try await ConnectionTests.listen(loop) { connection in
                connection.assumeIsolated { $0.use(server) }
                accepted.continuation.yield(connection)
            }
            let request = ConnectionRequest(
                addresses: try Resolver.numeric("127.0.0.1", port: try #require(listener.endpoint.port)),
                deadline: .now + .seconds(50))
            let connection = Connection(on: loop, request, handler: client)
            loop.post { _ in connection.assumeIsolated { $0.connect() } }
            var connections = accepted.stream.makeAsyncIterator()
            let other = try #require(await connections.next())
            var (asked, answered) = (server.counts.makeAsyncIterator(), client.counts.makeAsyncIterator())
            // With Nagle's algorithm each round would wait 40 ms for an acknowledgement. How long it takes is not asked: a
            // busy machine has reasons of its own.
            #expect(await connection.sendsAtOnce)
            #expect(await other.sendsAtOnce)
            for _ in 0..<100 {
                await Self.writeTwice(connection)
                var missing = 2
                while missing > 0, let count = await asked.next() { missing -= count }
                await Self.writeTwice(other)
                missing = 2
                while missing > 0, let count = await answered.next() { missing -= count }
            }
            await connection.finish()
            await listener.close()
        }
    }
}

extension Connection {
    fileprivate var sendsAtOnce: Bool {
        var (isOn, size): (Int32, socklen_t) = (0, 4)
        getsockopt(lws_get_socket_fd(wsi), Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, &size)
        return isOn != 0
    }
}
