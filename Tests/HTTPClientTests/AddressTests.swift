import Glibc
import Testing
import Values

@testable import HTTPClient

@Suite("addresses", .enabled(if: TestServer.isAvailable, TestServer.why), .timeLimit(.minutes(1)))
struct AddressTests {
    let server = TestServer.shared

    @Test(
        "ranges that are not public",
        arguments: [
            "0.0.0.0", "0.1.2.3", "10.1.1.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "168.63.129.16",
            "169.254.169.254", "172.16.0.1",
            "172.31.255.255", "192.0.0.192", "192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1",
            "::ffff:127.0.0.1",
            "::ffff:a9fe:a9fe", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "fc00::1", "fd00:ec2::254", "fe80::1",
            "fec0::1", "ff02::1",
            "2001::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1",
        ])
    func reserved(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!address.isPublic)
    }

    @Test(
        "ranges that are",
        arguments: ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "64:ff9b::101:101", "::ffff:1.1.1.1"])
    func open(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.isPublic)
    }

    @Test(
        "a cloud's metadata is refused although everything private is allowed",
        arguments: [
            "169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254",
            "fd00:ec2::23", "fd20:ce::254", "fd00:c1::a9fe:a9fe", "fd00:42::42", "fd00:a9fe:a9fe::1",
            "fe80::a9fe:a9fe", "::ffff:169.254.169.254", "::ffff:100.100.100.200", "::169.254.169.254",
            "64:ff9b::a9fe:a9fe", "64:ff9b::100.100.100.200", "64:ff9b:1::169.254.169.254", "2002:a9fe:a9fe::1",
            "2002:6464:64c8::1", "2001:0:a9fe:a9fe::1", "2001:0:102:304::5601:5601", "2001:0:102:304::9b9b:9b37",
            "fd00::5efe:169.254.169.254", "fd12:3456::200:5efe:100.100.100.200",
        ])
    func metadata(text: String) throws {
        let address = try #require(IPAddress(text))
        let everything = ["0.0.0.0/0", "::/0"].compactMap { IPNetwork($0) }
        #expect(!AddressPolicy.publicInternet(allowing: everything).allows(address))
        #expect(!AddressPolicy.publicInternet().allows(address))
        #expect(!AddressPolicy.anyButCloudMetadata.allows(address))
        #expect(AddressPolicy.any.allows(address))
    }

    @Test(
        "what lies beside a cloud's metadata can be allowed, as a range or with all else",
        arguments: [
            "100.100.100.199", "100.64.0.1", "fd00:ec3::254", "fd20:ce::253", "fd00::1", "192.168.1.5", "10.0.0.1",
            "64:ff9b::192.168.1.5", "fd00::5efe:192.168.1.5",
        ])
    func beside(text: String) throws {
        let everything = ["0.0.0.0/0", "::/0"].compactMap { IPNetwork($0) }
        let address = try #require(IPAddress(text))
        #expect(AddressPolicy.publicInternet(allowing: everything).allows(address))
        #expect(AddressPolicy.anyButCloudMetadata.allows(address))
    }

    @Test("not addresses", arguments: ["", "127.1", "0x7f000001", "2130706433", "1.2.3.4:80", "fe80::1%lo"])
    func unreadable(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(
        "every spelling of loopback is refused before a byte is sent",
        arguments: [
            "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "0.0.0.0", "[::ffff:127.0.0.1]", "rebind.test",
        ])
    func refusesLoopback(host: String) async throws {
        try await withClient { client in
            var request = try HTTPClientRequest(.get, server.url("/hello", host: host))
            request.addresses = .publicInternet()
            try await expectFailure(.forbiddenAddress) { _ = try await client.send(request) }
        }
    }

    @Test(
        "a cloud's metadata is refused under whatever name it is found, though everything private is allowed",
        arguments: [
            "169.254.169.254", "metadata.test", "metadata6.test", "[fd00:ec2::254]", "0xa9fea9fe", "2852039166",
        ])
    func refusesMetadata(host: String) async throws {
        let everything = ["0.0.0.0/0", "::/0"].compactMap { IPNetwork($0) }
        for policy in [AddressPolicy.publicInternet(allowing: everything), .anyButCloudMetadata] {
            var request = try HTTPClientRequest(.get, server.url("/hello", host: host))
            request.addresses = policy
            #expect(try await failure(request)?.kind == .forbiddenAddress)
        }
    }

    @Test("a name that leads to an address that is allowed, and at the next try to one that is not")
    func rebinds() async throws {
        var request = try HTTPClientRequest(.get, server.url("/hello", host: "flip.test"))
        request.addresses = .publicInternet(allowing: [try #require(IPNetwork("127.0.0.1"))])
        #expect(try await failure(request) == nil)
        // Each client looks names up for itself.
        for _ in 0..<2 { #expect(try await failure(request)?.kind == .forbiddenAddress) }
    }

    @Test("a pooled connection of a wider policy is refused too")
    func pooled() async throws {
        try await withClient { client in
            var request = try HTTPClientRequest(.get, server.url("/hello"))
            _ = try await client.send(request)
            request.addresses = .publicInternet()
            try await expectFailure(.forbiddenAddress) { _ = try await client.send(request) }
            request.addresses = .publicInternet(allowing: [try #require(IPNetwork("127.0.0.0/8"))])
            #expect(try await client.send(request).status == 200)
        }
    }

    @Test("a redirect to a forbidden address is refused")
    func redirect() async throws {
        try await withClient { client in
            let target = "http://[::ffff:127.0.0.2]:\(server.at.plain)/hello"
            var request = try HTTPClientRequest(.get, server.url("/redirect?code=302&to=\(target)"))
            request.redirects = .follow(maximum: 3)
            request.addresses = .publicInternet(allowing: [try #require(IPNetwork("127.0.0.1"))])
            try await expectFailure(.forbiddenAddress) { _ = try await client.send(request) }
        }
    }

    @Test("a policy goes past proxies, which would hide where a request ends")
    func proxy() async throws {
        var configuration = HTTPClientConfiguration()
        configuration.proxy = .url(Secret("http://127.0.0.1:\(server.at.plain)"))
        // The proxy itself may be used; what it would be asked for may not.
        var request = HTTPClientRequest(.get, try HTTPURL("http://192.0.2.1/echo"))
        request.addresses = .publicInternet(allowing: [try #require(IPNetwork("127.0.0.0/8"))])
        #expect(try await failure(request, configuration)?.kind == .forbiddenAddress)
    }

    @Test("child processes do not inherit connections")
    func closeOnExec() async throws {
        try await withClient { client in
            try await client.stream(HTTPClientRequest(.get, server.url("/silence", port: server.at.other))) { _, _ in
                let connections = (3..<4_096).filter { Self.peerPort(of: Int32($0)) == server.at.other }
                #expect(!connections.isEmpty)
                #expect(connections.allSatisfy { fcntl(Int32($0), F_GETFD) & FD_CLOEXEC != 0 })
            }
        }
    }

    private static func peerPort(of descriptor: Int32) -> Int? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
        }
        return code == 0 && address.sin_family == AF_INET ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }
}
