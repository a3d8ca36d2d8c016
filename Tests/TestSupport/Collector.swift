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
    ///
    /// - Parameter onLine: called on the thread with each line that is whole, without its end.
    func start(_ descriptor: Int32, onLine: (@Sendable ([UInt8]) -> Void)? = nil) throws {
        _ = try ServiceThread(name: "test-output") { [self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var line: [UInt8] = []
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                guard let onLine else {
                    state.withLock { $0.bytes += buffer[..<count] }
                    continue
                }
                var start = 0
                while let end = buffer[start..<count].firstIndex(of: UInt8(ascii: "\n")) {
                    onLine(line + buffer[start..<end])
                    (line, start) = ([], end + 1)
                }
                line += buffer[start..<count]
            }
            close(descriptor)
            state.withLock { $0.isAtEnd = true }
        }
    }
}
