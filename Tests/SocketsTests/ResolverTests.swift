import Runtime
import SocketTestSupport
import Testing

@testable import Sockets

@Suite("Name lookup", .serialized)
struct ResolverTests {
    static let far = Duration.seconds(60)

    @Test("takes numeric addresses as they are", arguments: ["127.0.0.1", "::1", "203.0.113.9"])
    func numeric(_ text: String) throws {
        #expect(try Resolver.numeric(text, port: 80).map(\.text) == [text])
        #expect(throws: SocketError.self) { try Resolver.numeric("localhost", port: 80) }
        #expect(throws: SocketError.self) { try Resolver.numeric("127.0.0.1\0x", port: 80) }
    }

    @Test("does not hold up the loop or the pool while a lookup hangs", .timeLimit(.minutes(1)))
    func slow() async throws {
        try await withLoop { loop in
            let parker = Parker()
            let lookup = Task {
                try await Resolver.onOwnThread(on: loop, until: .now + Self.far) { () throws(SocketError) in
                    parker.park()
                    return []
                }
            }
            // The sleeps are the loop at work, not a wait for something.
            for _ in 0..<20 { try await loop.sleep(for: .milliseconds(1)) }
            parker.unpark()
            #expect(try await lookup.value.isEmpty)
        }
    }

    @Test("leaves a lookup behind at its deadline, and when its task is cancelled", .timeLimit(.minutes(1)))
    func abandoned() async throws {
        try await withLoop { loop in
            let parkers = (0..<2).map { _ in Parker() }
            await #expect {
                _ = try await Resolver.onOwnThread(on: loop, until: .now + .milliseconds(50)) {
                    () throws(SocketError) in
                    parkers[0].park()
                    return []
                }
            } throws: { ($0 as? SocketError)?.kind == .timeout }
            let task = Task {
                try await Resolver.onOwnThread(on: loop, until: .now + Self.far) { () throws(SocketError) in
                    parkers[1].park()
                    return []
                }
            }
            task.cancel()
            await #expect(throws: SocketError.self) { try await task.value }
            for parker in parkers { parker.unpark() }
        }
    }

    @Test("refuses lookups beyond a limit of those that hang", .timeLimit(.minutes(1)))
    func bounded() async throws {
        try await withLoop { loop in
            let parkers = (0..<Resolver.limit).map { _ in Parker() }
            for parker in parkers {
                await #expect(throws: SocketError.self) {
                    _ = try await Resolver.onOwnThread(on: loop, until: .now + .milliseconds(5)) {
                        () throws(SocketError) in
                        parker.park()
                        return []
                    }
                }
            }
            await #expect {
                _ = try await Resolver.addresses(of: "localhost", port: 80, on: loop, until: .now + Self.far)
            } throws: { ($0 as? SocketError)?.message.contains("hang") == true }
            for parker in parkers { parker.unpark() }
            // They end one after another.
            while (try? await Resolver.addresses(of: "localhost", port: 80, on: loop, until: .now + Self.far)) == nil {
                await Task.yield()
            }
        }
    }
}
