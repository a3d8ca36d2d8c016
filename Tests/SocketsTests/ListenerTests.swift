import Glibc
import SocketTestSupport
import Testing

@testable import Sockets

@Suite("Listening")
struct ListenerTests {
    @Test("tells errno and place when it cannot listen", .timeLimit(.minutes(1)))
    func failures() async throws {
        let (taken, port) = try RawPeer.listen(on: "127.0.0.1", port: 0)
        let folder = TemporaryFolder()
        let cases: [(Endpoint, Int32)] = [
            (.address("127.0.0.1", port: port), EADDRINUSE), (.address("localhost", port: 0), EINVAL),
            (.address("203.0.113.7", port: 0), EADDRNOTAVAIL), (.unix(path: ""), ENAMETOOLONG),
            (.unix(path: "/" + String(repeating: "a", count: 200)), ENAMETOOLONG),
            (.unix(path: folder.file("none/socket")), ENOENT),
        ]
        try await withLoop { loop in
            for (endpoint, code) in cases {
                await #expect {
                    _ = try await ConnectionTests.listen(loop, endpoint) { $0.abort() }
                } throws: {
                    ($0 as? SocketError)?.kind == .listen(code)
                }
            }
        }
        taken.close()
    }

    @Test("replaces a socket nobody answers on, and nothing else", .timeLimit(.minutes(1)))
    func unix() async throws {
        let folder = TemporaryFolder()
        let path = folder.file("socket")
        try await withLoop { loop in
            #expect(!ListeningSocket.isListenedOn(path))
            let first = try await ConnectionTests.listen(loop, .unix(path: path)) { $0.abort() }
            #expect(ListeningSocket.isListenedOn(path) && !ListeningSocket.isListenedOn(""))
            await #expect(throws: SocketError.self) {
                _ = try await ConnectionTests.listen(loop, .unix(path: path)) { $0.abort() }
            }
            await first.close()
            var info = stat()
            #expect(lstat(path, &info) == 0 && info.st_mode & 0o777 == 0o600)
            let second = try await ConnectionTests.listen(loop, .unix(path: path)) { $0.abort() }
            await second.close()
            unlink(path)
            let file = try #require(fopen(path, "w"))
            fclose(file)
            await #expect(throws: SocketError.self) {
                _ = try await ConnectionTests.listen(loop, .unix(path: path)) { $0.abort() }
            }
            #expect(lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG)
        }
    }

    @Test(
        "names the process at the other end of a Unix socket, and the address of a TCP client", .timeLimit(.minutes(1)))
    func peers() async throws {
        let folder = TemporaryFolder()
        let path = folder.file("socket")
        try await withLoop { loop in
            let (peers, accepted) = AsyncStream.makeStream(of: Peer.self)
            let take: @Sendable (Connection) -> Void = {
                accepted.yield($0.peer)
                $0.abort()
            }
            let unix = try await ConnectionTests.listen(loop, .unix(path: path), take)
            let tcp = try await ConnectionTests.listen(loop, .address("127.0.0.1", port: 0), take)
            var iterator = peers.makeAsyncIterator()
            let local = try RawSocket(path: path)
            #expect(await iterator.next() == .process(pid: getpid(), userID: getuid(), groupID: getgid()))
            let remote = try RawSocket(port: try #require(tcp.endpoint.port))
            guard case .address("127.0.0.1", let port) = await iterator.next() else {
                Issue.record("no address")
                return
            }
            #expect(port > 0)
            local.close()
            remote.close()
            await unix.close()
            await tcp.close()
        }
    }

    @Test("accepts no more than its loop may have", .timeLimit(.minutes(1)))
    func limit() async throws {
        let loop = try EventLoop(descriptorLimit: 18)
        #expect(loop.connectionLimit == 2)
        let (accepted, accept) = AsyncStream.makeStream(of: Void.self)
        let recorder = ConnectionTests.Recorder()
        let listener = try await ConnectionTests.listen(loop) { connection in
            connection.assumeIsolated { $0.use(recorder) }
            accept.yield()
        }
        let port = try #require(listener.endpoint.port)
        let first = try RawSocket(port: port)
        let second = try RawSocket(port: port)
        var iterator = accepted.makeAsyncIterator()
        await iterator.next()
        await iterator.next()
        let third = try RawSocket(port: port)
        #expect(await third.onThread { $0.read() }.isEmpty)
        for socket in [first, second, third] { socket.close() }
        await loop.stop()
    }
}
