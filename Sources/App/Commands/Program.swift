import Configuration
package import Daemon
import Runtime
import Settings

/// `pocketbell run`, and what the program says of itself.
package enum Program {
    /// What `--version` and the status say.
    package static let version = Version.text
    /// Of the manual page, as ISO 8601 writes it.
    package static let date = Version.date

    /// Reads the configuration and watches until SIGTERM or SIGINT; SIGHUP reads the configuration again.
    package static func run(_ context: CommandContext, _ options: RunOptions) async -> CommandOutcome {
        guard let configuration = context.usableConfiguration() else { return .badConfiguration }
        let files = DescriptorLimit.raise()
        guard files >= leastFiles else {
            Output.problem(
                "no more than \(files) files may be open, and this program needs \(leastFiles)",
                hint: "raise the limit of open files (ulimit -n)")
            return .tryAgain
        }
        let log = Log(level: options.level, format: options.format)
        let outcome: CommandOutcome
        do {
            try await watch(configuration, context, log)
            outcome = .success
        } catch {
            outcome = Output.outcome(of: error)
        }
        await log.close()
        return outcome
    }

    /// Again where the store has to be opened anew: a copy takes its place, or it is damaged.
    private static func watch(_ first: Configuration, _ context: CommandContext, _ log: Log) async throws {
        var (configuration, ending) = (first, WatchEnding.reopens)
        while case .reopens = ending {
            let current = configuration
            ending = try await Watch.with(current, log, namedFile: context.configurationFile) { watch in
                try await watch.run(current, signals: Stop.requests) {
                    // From here on whoever reads has a log, each of whose lines is a record.
                    context.usableConfiguration { log.tell($0) }
                }
            }
            if case .reopens = ending { configuration = context.usableConfiguration { log.tell($0) } ?? current }
        }
    }

    /// For some accounts and targets, and what sockets leave to files. With fewer its parts fail one after the other, each in
    /// a way of its own: with 64 nobody who asks for the status is let in as soon as one hub is connected.
    private static let leastFiles = 128
}

/// How `run` logs.
package struct RunOptions: Sendable {
    /// In the words of the command line.
    package typealias Level = Log.Level
    /// In the words of the command line.
    package typealias Format = Log.Format

    let level: Level
    let format: Format

    /// - Parameter level: holds for all parts, until the end.
    package init(level: Level, format: Format) {
        self.level = level
        self.format = format
    }
}
