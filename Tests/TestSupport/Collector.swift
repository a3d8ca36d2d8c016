import Glibc
import Runtime

/// Reads a descriptor to its end on a thread of its own.
final class Collector: Sendable {
    private struct State: Sendable {
        var bytes: [UInt8] = []
        var isAtEnd = false
    }

    private let state = Lock(State())

    var text: String { String(decoding: state.withLock { $0.bytes }, as: UTF8.self) }
    var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

    /// Takes the descriptor over.
    func start(_ descriptor: Int32) throws {
        _ = try ServiceThread(name: "test-output") { [self] in
            var buffer = [UInt8](repeating: 0, count: 16_384)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                state.withLock { $0.bytes += buffer[..<count] }
            }
            close(descriptor)
            state.withLock { $0.isAtEnd = true }
        }
    }
}
