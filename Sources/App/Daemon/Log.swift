import Glibc
package import Observability
import Systemd
import Terminal

/// Where the program logs to, and from which level on.
package struct Log: Sendable {
    private let root: Logger

    /// What is logged where nobody asked for a log: warnings, on standard error.
    package static let quiet = Log(RunOptions(level: .error, format: .auto))

    package init(_ options: RunOptions) {
        let sink: any LogSink =
            switch options.format {
            case .auto where JournalSink.isStandardErrorTheJournal: JournalSink(identifier: "pocketbell")
            case .auto, .human:
                StreamSink(format: .human, isColoured: TerminalStyle(descriptor: STDERR_FILENO).isColoured)
            case .logfmt: StreamSink(format: .logfmt, isColoured: false)
            case .json: StreamSink(format: .json, isColoured: false)
            }
        root = Logger(
            component: "pocketbell", threshold: LogThreshold(options.level.level), sink: RateLimitingSink(sink))
    }

    package func logger(_ component: String) -> Logger { root.component(component) }
}

/// How `run` logs.
package struct RunOptions: Sendable {
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

    package enum Format: String, CaseIterable, Sendable {
        /// The journal under systemd, else for people.
        case auto
        case human, logfmt, json
    }

    let level: Level
    let format: Format

    package init(level: Level, format: Format) {
        self.level = level
        self.format = format
    }
}
