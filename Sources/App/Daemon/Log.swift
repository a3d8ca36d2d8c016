package import Configuration
import Glibc
package import Observability
import Systemd
import Terminal
import TextFormats
import Values

/// Where the program logs to, and from which level on.
package struct Log: Sendable {
    private let root: Logger
    private let queue: QueuedSink?
    /// Where people may be the ones who read.
    private let stream: StreamSink?

    /// What is logged where nobody asked for a log: errors, on standard error.
    package static let quiet = Log(level: .error, format: .auto, isQueued: false)

    /// - Parameters:
    ///   - level: holds for all parts, until the end.
    ///   - isQueued: whether records go through a thread of their own, so that a terminal or a journal that does not read
    ///     holds up nobody. Then `close()` must be the log's end.
    package init(level: Level, format: Format, isQueued: Bool = true) {
        let isJournal = format == .auto && JournalSink.isStandardErrorTheJournal
        stream =
            isJournal
            ? nil
            : StreamSink(
                format: format.lines, isColoured: TerminalStyle(descriptor: STDERR_FILENO).isColoured,
                zone: Self.zone(of: nil))
        let sink: any LogSink = stream ?? JournalSink(identifier: "pocketbell")
        // Without a thread to spare the records are written where they arise.
        queue = isQueued ? try? QueuedSink(sink) : nil
        root = Logger(
            component: "pocketbell", threshold: LogThreshold(level.level),
            sink: RateLimitingSink(queue ?? sink))
    }

    /// With a logger of the caller's own.
    init(_ root: Logger) {
        self.root = root
        (queue, stream) = (nil, nil)
    }

    /// From here on people read the times of the configuration's zone, unless the variable `TZ` says whose.
    func show(timesFor configuration: Configuration) { stream?.show(timesIn: Self.zone(of: configuration)) }

    private static func zone(of configuration: Configuration?) -> TimeZone {
        let variable = ProcessEnvironment.variables["TZ"]
        guard variable == nil, let configuration else { return .ofProcess(variable: variable) }
        return configuration.timeZone
    }

    /// Writes what still waits.
    package func close() async { await queue?.close() }

    /// - Parameter component: the part of the program, as records name it: "hub", "sync".
    package func logger(_ component: String) -> Logger { root.component(component) }

    /// Why a configuration cannot be used: a record for each mistake, with its place and never with a line of the file.
    package func tell(_ errors: ConfigurationErrors) {
        let logger = logger("program")
        guard case .mistakes(let mistakes) = errors.kind else {
            return logger.error("the configuration cannot be read", [.reason: .text(errors.description)])
        }
        for mistake in mistakes.all.prefix(Self.mostMistakes) {
            let place = "\(mistakes.source.name):\(mistake.range.start)"
            let hint = mistake.hint.map { "; \($0)" } ?? ""
            logger.error(
                "a mistake in the configuration", [.reason: .text("\(place): \(mistake.message)\(hint)")])
        }
        let rest = mistakes.all.count - Self.mostMistakes
        if rest > 0 { logger.error("more mistakes in the configuration", [.mistakes: .integer(rest)]) }
    }

    /// More than these of one message would be held back as repeats, without a word before the next reload.
    private static let mostMistakes = 10
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

        /// As lines.
        var lines: LogFormat {
            switch self {
            case .auto, .human: .human
            case .logfmt: .logfmt
            case .json: .json
            }
        }
    }
}

extension LogKey {
    static let account = LogKey("account")
    static let address = LogKey("address")
    static let accounts = LogKey("accounts")
    static let mistakes = LogKey("mistakes")
    static let part = LogKey("part")
    static let reason = LogKey("reason")
    static let hubReason = LogKey("hub.reason")
    static let hubTarget = LogKey("hub.target")
}
