import Glibc
import SocketTestSupport
import Testing

@testable import Sockets

@Suite("Whose program is at the other end, within the machine")
struct LocalPeerTests {
    private static let table = Array(
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:2112 00000000:0000 0A 00000000:00000000 00:00000000 00000000   998        0 31 1 0000 100 0 0 10 0
           1: 0100007F:A0B1 0100007F:2112 06 00000000:00000000 03:00001770 00000000     0        0 0 3 0000
           2: 0100007F:A0B1 0100007F:2112 01 00000000:00000000 00:00000000 00000000  1001        0 32 1 0000 20 4 30 10 -1
           3: 0100007F:2112 0100007F:A0B1 01 00000000:00000000 00:00000000 00000000   998        0 33 1 0000 20 4 30 10 -1
           4: 0100007F:A0B2 0100007F:0050 01 00000000:00000000 00:00000000 00000000  1002        0 34 1 0000 20 4 30 10 -1

        """.utf8)

    @Test("its own end of the connection says it, not ours, and not one that has ended")
    func table() {
        #expect(LocalPeer.name(of: "127.0.0.1", 0xA0B1) == "0100007F:A0B1")
        #expect(LocalPeer.name(of: "::ffff:127.0.0.1", 80) == "0100007F:0050")
        #expect(LocalPeer.userID(in: Self.table, of: "0100007F:A0B1", connectedTo: "2112") == 1_001)
        // Connected to somebody else, and not connected at all.
        #expect(LocalPeer.userID(in: Self.table, of: "0100007F:A0B2", connectedTo: "2112") == nil)
        #expect(LocalPeer.userID(in: Self.table, of: "0100007F:A0B3", connectedTo: "2112") == nil)
        #expect(LocalPeer.userID(in: Array("rubbish\n\n".utf8), of: "x", connectedTo: "2112") == nil)
        for address in ["", "example.org", "1.2.3", "1.2.3.400", "fe80::1"] {
            #expect(LocalPeer.name(of: address, 1) == nil)
        }
    }

    @Test("of a real connection it is who runs this test", .timeLimit(.minutes(1)))
    func real() async throws {
        try await withLoop { loop in
            let (peers, accepted) = AsyncStream.makeStream(of: Peer.self)
            let recorder = ConnectionTests.Recorder()
            let listener = try await ConnectionTests.listen(loop, .address("127.0.0.1", port: 0)) { connection in
                connection.assumeIsolated { $0.use(recorder) }
                accepted.yield(connection.peer)
            }
            let port = try #require(listener.endpoint.port)
            let socket = try RawSocket(port: port)
            var iterator = peers.makeAsyncIterator()
            let peer = try #require(await iterator.next())
            #expect(LocalPeer.userID(of: peer, connectedTo: port) == getuid())
            #expect(LocalPeer.userID(of: peer, connectedTo: port - 1) == nil)
            #expect(LocalPeer.userID(of: .unknown, connectedTo: port) == nil)
            socket.close()
            await listener.close()
        }
    }
}
