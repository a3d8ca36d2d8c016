import CLibWebSockets
import Glibc
import Runtime

/// Where libwebsockets' own log lines go. The library keeps one sink per process, so there is one handler.
public enum LibraryLog {
    /// How serious the library finds a line.
    public enum Level: Sendable, Equatable {
        case error, warning
    }

    /// Receives each line, without its end, on whichever thread it comes from.
    public typealias Handler = @Sendable (_ level: Level, _ line: String) -> Void

    private static let handler = Lock<Handler?>(nil)

    /// Replaces the handler; without one, lines go to standard error.
    public static func send(to handler: Handler?) {
        self.handler.withLock { $0 = handler }
    }

    /// Has the library give its errors and warnings to us.
    static func install() {
        unsafe lws_set_log_level(LLL_ERR | LLL_WARN) { level, line in
            guard let line = unsafe line else { return }
            unsafe LibraryLog.emit(level & LLL_ERR == 0 ? .warning : .error, String(cString: line))
        }
    }

    static func emit(_ level: Level, _ line: String) {
        let text = line.hasSuffix("\n") ? String(line.dropLast()) : line
        if let handler = handler.withLock({ $0 }) { return handler(level, text) }
        let bytes = Array("libwebsockets \(level): \(text)\n".utf8)
        // A log line that cannot be written has nowhere else to go.
        _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
