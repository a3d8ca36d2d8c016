import Testing

@testable import Sockets

@Suite("Peers")
struct PeerTests {
    @Test("of IPv6 all addresses of a household are one, however they are written; of all else each is its own")
    func origin() {
        func origin(_ address: String) -> String { Peer.address(address, port: 1).origin }
        #expect(origin("1:2:3:0:a:b:c:d") == origin("1:2:3::1") && origin("1:2:3::1") != origin("1:2:3:4::1"))
        #expect(origin("2001::5:6:7:8:9") == origin("2001:0:0:5::1"))
        #expect(origin("::1") != origin("fe80::1"))
        #expect(origin("10.0.0.1") == "10.0.0.1" && origin("::ffff:10.0.0.1") != origin("::ffff:10.0.0.2"))
        #expect(
            Peer.process(pid: 1, userID: 7, groupID: 7).origin == Peer.process(pid: 2, userID: 7, groupID: 8).origin)
        #expect(Peer.unknown.origin != Peer.process(pid: 1, userID: 0, groupID: 0).origin)
    }
}
