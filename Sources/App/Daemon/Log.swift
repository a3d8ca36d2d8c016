import Glibc
package import Observability
import Systemd
import Terminal
import Values

/// Where the program logs to, and from which level on.
package struct Log: Sendable {
    private let root: Logger
    private let queue: QueuedSink?

    /// What is logged where nobody asked for a log: errors, on standard error.
    package static let quiet = Log(level: .error, format: .auto, isQueued: false)

    /// - Parameters:
    ///   - level: holds for all parts, until the end.
    ///   - isQueued: whether records go through a thread of their own, so that a terminal or a journal that does not read
    ///     holds up nobody. Then `close()` must be the log's end.
    package init(level: Level, format: Format, isQueued: Bool = true) {
        let sink: any LogSink =
            switch format {
            case .auto where JournalSink.isStandardErrorTheJournal: JournalSink(identifier: "pocketbell")
            case .auto, .human:
                StreamSink(
                    format: .human, isColoured: TerminalStyle(descriptor: STDERR_FILENO).isColoured,
                    zone: .ofProcess(variable: ProcessEnvironment.variables["TZ"]))
            case .logfmt: StreamSink(format: .logfmt, isColoured: false)
            case .json: StreamSink(format: .json, isColoured: false)
            }
        // Without a thread to spare the records are written where they arise.
        queue = isQueued ? try? QueuedSink(sink) : nil
        root = Logger(
            component: "pocketbell", threshold: LogThreshold(level.level),
            sink: RateLimitingSink(queue ?? sink))
    }

    /// With a logger of the caller's own.
    init(_ root: Logger) {
        self.root = root
        queue = nil
    }

    /// Writes what still waits.
    package func close() async { await queue?.close() }

    /// - Parameter component: the part of the program, as records name it: "hub", "sync".
    package func logger(_ component: String) -> Logger { root.component(component) }
}

extension Log {
    /// The least level that is written, in the words of the command line.
    package enum Level: String, CaseIterable, Sendable {
        case trace, debug, info, warning, error

        var level: LogLevel {
            switch self {
            case .trace: .trace
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
        }
    }

    /// How records are written, in the words of the command line.
    package enum Format: String, CaseIterable, Sendable {
        /// The journal under systemd, else for people.
        case auto
        case human, logfmt, json
    }
}

extension LogKey {
    static let account = LogKey("account")
    static let accounts = LogKey("accounts")
    static let part = LogKey("part")
    static let reason = LogKey("reason")
    static let hubReason = LogKey("hub.reason")
    static let hubTarget = LogKey("hub.target")
}
