import Glibc
import SocketTestSupport
import Testing

@testable import Sockets

@Suite("Sockets that any thread may write to", .timeLimit(.minutes(1)))
struct DirectSocketTests {
    private func pair() throws -> (own: RawSocket, peer: RawSocket) {
        var descriptors: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &descriptors) == 0)
        return (RawSocket(descriptor: descriptors[0]), RawSocket(descriptor: descriptors[1]))
    }

    @Test("take what there is room for, and don't wait for more")
    func full() throws {
        let (own, peer) = try pair()
        let socket = DirectSocket(descriptor: own.descriptor)
        #expect(socket.send([1, 2, 3]) == 3)
        #expect(peer.read(exactly: 3) == [1, 2, 3])
        let much = [UInt8](repeating: 7, count: 10_000_000)
        let sent = socket.send(much)
        #expect(sent > 0 && sent < much.count)
        #expect(socket.send(much) == 0)
        #expect(peer.read(exactly: sent)?.count == sent)
    }

    @Test("take nothing when they are broken")
    func broken() throws {
        let (own, peer) = try pair()
        peer.close()
        #expect(DirectSocket(descriptor: own.descriptor).send([1]) == 0)
        #expect(DirectSocket(descriptor: -1).send([1]) == 0)
    }

    @Test("are those of open connections that have nothing on its way")
    func connection() async throws {
        try await withLoop { loop in
            let accepted = AsyncStream.makeStream(of: Connection.self)
            let listener = try await ConnectionTests.listen(loop) { connection in
                connection.assumeIsolated {
                    $0.use(ConnectionTests.Recorder())
                    // Its peer's bytes stay with the kernel.
                    $0.setReading(false)
                }
                accepted.continuation.yield(connection)
            }
            let (connection, client) = try ConnectionTests.connect(loop, to: try #require(listener.endpoint.port))
            await client.wait(for: .ready)
            #expect(await connection.directSocket != nil)
            await connection.write([UInt8](repeating: 1, count: 30_000_000))
            #expect(await connection.directSocket == nil)
            var connections = accepted.stream.makeAsyncIterator()
            try #require(await connections.next()).abort()
            _ = await client.bytes()
            #expect(await connection.directSocket == nil)
            await listener.close()
        }
    }
}
