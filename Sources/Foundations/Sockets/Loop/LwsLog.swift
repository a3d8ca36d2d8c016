import Glibc
public import Synchronization

/// Where libwebsockets' own log lines go. The library keeps one sink per process, so there is one handler.
public enum LwsLog {
    /// Receives (level bits, line). Without a handler lines go to standard error.
    public static let handler = Mutex<(@Sendable (Int32, String) -> Void)?>(nil)

    static func emit(_ level: Int32, _ line: String) {
        if let handler = handler.withLock({ $0 }) { return handler(level, line) }
        let text = Array("lws[\(level)] \(line)".utf8)
        // A log line that cannot be written has nowhere else to go.
        _ = unsafe text.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
