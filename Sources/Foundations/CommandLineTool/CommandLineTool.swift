import Glibc
import Terminal
import TextFormats

/// A program's whole command line.
package struct CommandLineTool: Sendable {
    package let name: String
    package let version: String
    package let summary: String
    package let entries: [CommandEntry]

    package init(name: String, version: String, summary: String, _ entries: [CommandEntry]) {
        self.name = name
        self.version = version
        self.summary = summary
        self.entries = entries
    }

    /// What a command line asks for.
    package enum Invocation {
        case run(any Command)
        /// Text for standard output: help, version, completions, manual.
        case show(String)
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
            return .show(CompletionEngine(tool: self).lines(for: Array(words.dropFirst())))
        }
        var path = [name]
        var level = entries
        for (index, word) in words.enumerated() {
            let help = HelpPage(tool: self, columns: columns)
            if word == "--help" || word == "-h" || word == "help" { return .show(help.text(ofGroup: path, level)) }
            if word == "--version", path.count == 1 { return .show("\(name) \(version)\n") }
            guard let entry = level.first(where: { $0.name == word }) else { return refusal(of: word, path, level) }
            path.append(word)
            switch entry {
            case .group(_, _, let children): level = children
            case .command(let type): return invocation(of: type, Array(words[(index + 1)...]), path, help, environment)
            }
        }
        return .refuse(
            UsageError("a command is missing", hint: "one of \(level.map(\.name).joined(separator: ", "))"),
            command: path)
    }

    /// Decides, does, and answers with the exit status. Errors that a command throws are its caller's to print.
    package func run(_ words: [String]) async throws -> ExitCode {
        switch invocation(of: words, columns: terminalColumns(descriptor: STDOUT_FILENO)) {
        case .run(let command): return try await command.run()
        case .show(let text):
            writeAll(text, to: STDOUT_FILENO)
            return .success
        case .refuse(let error, let path):
            let style = TerminalStyle(descriptor: STDERR_FILENO)
            let hint = error.hint.map { "; \($0)" } ?? ""
            writeAll("\(name): \(style("error:", .error)) \(error.message)\(hint)\n", to: STDERR_FILENO)
            writeAll("Try '\(path.joined(separator: " ")) --help'.\n", to: STDERR_FILENO)
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

    private func refusal(of word: String, _ path: [String], _ level: [CommandEntry]) -> Invocation {
        if word.hasPrefix("-") {
            return .refuse(
                UsageError("unknown option '\(word)' before the command", hint: "options come after it"), command: path)
        }
        let guess = nearest(to: word, in: level.map(\.name)).map { "did you mean '\($0)'?" }
        return .refuse(UsageError("unknown command '\(word)'", hint: guess), command: path)
    }
}
