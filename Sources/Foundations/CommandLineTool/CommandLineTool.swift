import Glibc
import Terminal

/// A program's whole command line.
package struct CommandLineTool: Sendable {
    /// As the person types it; also what completions and error messages begin with.
    package let name: String
    /// What `--version` prints behind the name.
    package let version: String
    /// One sentence, on the help page and in the manual's first line.
    package let summary: String
    /// Commands and groups in the order of the help page.
    package let entries: [CommandEntry]
    private let greeting: (@Sendable () async -> ExitCode)?
    let values: @Sendable (CompletionQuestion) async -> [CompletionCandidate]

    /// - Parameters:
    ///   - name: as it is typed.
    ///   - version: what `--version` prints behind the name.
    ///   - summary: a sentence with its full stop; the manual's name line drops that.
    ///   - greeting: what the bare name does; without it that is a mistake.
    ///   - values: the names that there are, for a press of Tab: it has to be quick, and says nothing where it knows none.
    ///   - entries: commands and groups in the order of the help page.
    package init(
        name: String, version: String, summary: String, greeting: (@Sendable () async -> ExitCode)? = nil,
        values: @escaping @Sendable (CompletionQuestion) async -> [CompletionCandidate] = { _ in [] },
        _ entries: [CommandEntry]
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.greeting = greeting
        self.values = values
        self.entries = entries
    }

    /// What a command line asks for.
    package enum Invocation {
        /// A command that has read its options and arguments without a mistake.
        case run(any Command)
        /// Text for standard output: help, version, completions.
        case show(String)
        /// Nothing was typed behind the name.
        case greet(@Sendable () async -> ExitCode)
        /// Names are wanted, which only the tool can tell.
        case complete(CompletionQuestion)
        /// A mistake, and the words that lead to the right help page.
        case refuse(UsageError, command: [String])
    }

    /// Decides, without doing anything.
    ///
    /// - Parameter words: without the program's own name.
    package func invocation(
        of words: [String], columns: Int = 80, environment: @escaping (String) -> String? = environmentVariable
    ) -> Invocation {
        if words.first == "__complete" {
            switch CompletionEngine(tool: self).answer(to: Array(words.dropFirst())) {
            case .candidates(let candidates): return .show(candidates.map(\.line).joined())
            case .names(let question): return .complete(question)
            }
        }
        if words.isEmpty, let greeting { return .greet(greeting) }
        let help = HelpPage(tool: self, columns: columns)
        let (path, target, rest) = CommandSearch(tool: self).find(words)
        switch target {
        case .command(let type): return invocation(of: type, rest, path, help, environment)
        case .help(.command(let type)): return .show(help.text(of: type, path))
        case .help(.group(_, _, let standard, let level)):
            return .show(help.text(ofGroup: path, standard: standard, level))
        case .version: return .show("\(name) \(version)\n")
        case .refusal(let error): return .refuse(error, command: path)
        }
    }

    /// The words of the command that a command line means, such as `["config", "check"]`; empty when it is none.
    package func commandPath(of words: [String]) -> [String] {
        let found = CommandSearch(tool: self).find(words)
        if case .command = found.target { return Array(found.path.dropFirst()) }
        return []
    }

    /// Decides, does, and answers with the exit status. Errors that a command throws are its caller's to print.
    ///
    /// - Parameter show: writes help, version and completions to standard output; a text that cannot be written is its to tell.
    package func run(_ words: [String], show: (String) -> Void) async throws -> ExitCode {
        switch invocation(of: words, columns: terminalColumns(descriptor: STDOUT_FILENO)) {
        case .run(let command): return try await command.run()
        case .show(let text):
            show(text)
            return .success
        case .greet(let greeting): return await greeting()
        case .complete(let question):
            show(question.lines(await values(question)))
            return .success
        case .refuse(let error, let path):
            let style = TerminalStyle(descriptor: STDERR_FILENO)
            let hint = error.hint.map { "; \($0)" } ?? ""
            writeAll("\(name): \(style("error:", .error)) \(error.message)\(hint)\n", to: STDERR_FILENO)
            writeAll("  Try '\(path.joined(separator: " ")) --help'.\n", to: STDERR_FILENO)
            return .usage
        }
    }

    private func invocation(
        of type: any Command.Type, _ words: [String], _ path: [String], _ help: HelpPage,
        _ environment: @escaping (String) -> String?
    ) -> Invocation {
        do throws(UsageError) {
            let parsed = try ParsedWords(words, specifications: type.specification)
            if parsed.wantsHelp { return .show(help.text(of: type, path)) }
            var reader = ArgumentReader(words: parsed, environment: environment)
            let command = type.init(reading: &reader)
            if let mistake = reader.mistake { return .refuse(mistake, command: path) }
            return .run(command)
        } catch {
            return .refuse(error, command: path)
        }
    }
}

/// What is wrong with a command line, and what to do.
package struct UsageError: Error, Equatable {
    /// What is wrong, lower case, without a full stop.
    package let message: String
    /// What to do about it; `nil` when the message says all that is known.
    package let hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}
