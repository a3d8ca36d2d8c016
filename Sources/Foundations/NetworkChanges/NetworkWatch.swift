import CLinux
import Glibc
import Runtime
import Values

/// Tells when this machine's network comes or goes, without asking again and again: the kernel says so (rtnetlink).
///
///     let watch = try NetworkWatch()
///     while let changes = await watch.next() {
///         if changes.contains(.came) { tryAgainAtOnce() }
///     }
///
/// Which link, address or route it was is not told: who can be reached by it nobody knows before trying. ``stop()`` ends it; one that
/// is dropped without goes on for as long as the process.
package final class NetworkWatch: Sendable {
    private let news: NetworkNews
    private let watch: DescriptorWatch

    /// Listens from now on, in the network namespace of the calling thread.
    ///
    /// - Throws: ``NetworkWatchError`` where the system gives no such socket, as some sandboxes don't.
    package init() throws(NetworkWatchError) {
        let descriptor = clinux_route_socket()
        guard descriptor >= 0 else { throw NetworkWatchError(code: errno) }
        let news = NetworkNews()
        do throws(EventDescriptorError) {
            watch = try DescriptorWatch(descriptor, name: "network") {
                var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
                while let changes = Self.receive(from: descriptor, &buffer) { news.add(changes) }
                return true
            } ended: {
                news.finish()
            }
        } catch {
            throw NetworkWatchError(code: error.code)
        }
        self.news = news
    }

    /// What has happened since the last call, as soon as there is something; `nil` at the end, or when the task is cancelled. One
    /// task waits at a time.
    package func next() async -> Set<NetworkChange>? { await news.next() }

    /// Ends the thread; ``next()`` then returns `nil`.
    package func stop() async {
        news.finish()
        await watch.stop()
    }

    /// As much as the kernel puts into one answer at most.
    private static let bufferSize = 32 << 10

    /// `nil` when there is nothing more to read.
    private static func receive(from descriptor: Int32, _ buffer: inout [UInt8]) -> Set<NetworkChange>? {
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count > 0 { return NetworkChange.read(buffer.span.extracting(0..<count)) }
        // Too much happened for the kernel's buffer: nobody knows what, so everything is tried.
        if count < 0, errno == ENOBUFS { return [.came, .went] }
        return count < 0 && errno == EINTR ? [] : nil
    }
}

/// Why the network cannot be watched.
package struct NetworkWatchError: Error, Equatable, CustomStringConvertible {
    /// `errno`, such as `EPERM` in a sandbox or `EMFILE`.
    package let code: Int32

    /// A sentence for people.
    package var description: String { "the system does not tell of changes of the network (\(SystemError(code)))" }
}

/// What the thread has heard and nobody has taken yet.
final class NetworkNews: Sendable {
    private let pending = Lock<Set<NetworkChange>>([])
    private let bell = Bell()

    func add(_ changes: Set<NetworkChange>) {
        guard !changes.isEmpty else { return }
        pending.withLock { $0.formUnion(changes) }
        bell.ring()
    }

    func next() async -> Set<NetworkChange>? {
        while await bell.wait() == .rung {
            let changes = pending.withLock { pending in
                defer { pending = [] }
                return pending
            }
            // Empty if it was rung between the last look and now.
            if !changes.isEmpty { return changes }
        }
        return nil
    }

    func finish() { bell.close() }
}
