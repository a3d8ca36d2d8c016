import Glibc
import Runtime
import TestSupport

/// A real server with the conformance hub's methods.
protocol RealServer: Sendable {
    /// A hub's URL.
    func hub(_ name: String) async throws -> String
    /// Breaks every connection, as a dying network does.
    func cutConnections() async throws
    func end() async
}

/// Programs that serve all cases of a run; they end with it.
enum ServerProcesses {
    private static let ids = Lock([Int32]())

    static func endWithRun(_ process: ChildProcess) {
        let isFirst = ids.withLock { ids in
            ids.append(process.id)
            return ids.count == 1
        }
        if isFirst { atexit { ServerProcesses.ids.withLock { $0 }.forEach { kill($0, SIGKILL) } } }
    }
}
