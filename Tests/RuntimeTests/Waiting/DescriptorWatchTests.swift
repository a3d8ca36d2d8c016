import Glibc
import Runtime
import Testing

@Suite("Watching a descriptor", .timeLimit(.minutes(1)))
struct DescriptorWatchTests {
    /// What has happened on a watch's thread.
    private final class Happenings: Sendable {
        let looks = Lock(0)
        let hasEnded = Lock(false)
        let bell = Bell()

        /// Counts a look; whether it is before this one.
        func look(before last: Int) -> Bool {
            defer { bell.ring() }
            return looks.withLock { looks in
                looks += 1
                return looks < last
            }
        }

        func end() {
            hasEnded.withLock { $0 = true }
            bell.ring()
        }
    }

    /// A watch over one end of a pair of sockets.
    private struct Bench {
        let happenings = Happenings()
        let other: Int32
        let watch: DescriptorWatch

        /// - Parameter last: the look that ends the watch.
        init(last: Int = .max) throws {
            var pair: [Int32] = [0, 0]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            try #require(unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0)
            let own = pair[0]
            other = pair[1]
            watch = try DescriptorWatch(own, name: "test") { [happenings] in
                var bytes: UInt64 = 0
                _ = unsafe read(own, &bytes, 8)
                return happenings.look(before: last)
            } ended: { [happenings] in
                happenings.end()
            }
        }

        var looks: Int { happenings.looks.withLock { $0 } }
        var hasEnded: Bool { happenings.hasEnded.withLock { $0 } }

        func wait(until condition: () -> Bool) async {
            while !condition() { await happenings.bell.wait() }
        }

        func send() -> Bool {
            var byte: UInt8 = 1
            return unsafe Glibc.send(other, &byte, 1, Int32(MSG_NOSIGNAL)) == 1
        }

        /// Whether the watch closes its end within ten seconds: a program that another test is just starting has it too, until its exec.
        func isClosed() -> Bool {
            var end = pollfd(fd: other, events: 0, revents: 0)
            return unsafe poll(&end, 1, 10_000) == 1 && Int32(end.revents) & POLLHUP != 0
        }
    }

    @Test("looks at once, and again whenever there is something, until it is stopped")
    func looks() async throws {
        let bench = try Bench()
        defer { close(bench.other) }
        for count in 1...3 {
            await bench.wait { bench.looks >= count }
            #expect(bench.send())
        }
        await bench.watch.stop()
        #expect(!bench.hasEnded, "who stops it knows")
        #expect(bench.isClosed())
    }

    @Test("a look that cannot go on ends it, and that is told")
    func ends() async throws {
        let bench = try Bench(last: 2)
        defer { close(bench.other) }
        await bench.wait { bench.looks == 1 }
        #expect(bench.send())
        await bench.wait { bench.hasEnded }
        #expect(bench.looks == 2)
        await bench.watch.stop()
        #expect(bench.isClosed())
    }
}
