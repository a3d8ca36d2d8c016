/// One subcommand as a Swift type.
///
/// The initialiser *is* the declaration, in the same way as a settings section: it asks the reader for each option and
/// argument. It runs once without any words, to learn which there are, and once on what was typed. Help, completions and
/// the manual page come from the former. So it must ask for the same things whatever it is given.
///
/// ```swift
/// struct Login: Command {
///   static let name = "login"
///   static let summary = "Sign in and keep the session."
///   let server: String
///
///   init(reading arguments: inout ArgumentReader) {
///     server = arguments.option("server", short: "s", as: .url, named: "URL", help: "The server's address.")
///   }
///
///   func run() async throws -> ExitCode { … }
/// }
/// ```
package protocol Command: Sendable {
    static var name: String { get }
    /// One sentence.
    static var summary: String { get }
    /// More for the help page and the manual; paragraphs are separated by line breaks.
    static var discussion: String { get }
    /// For the help page and the manual: what people most often want of it, the most usual first.
    static var examples: [CommandExample] { get }

    init(reading arguments: inout ArgumentReader)
    func run() async throws -> ExitCode
}

extension Command {
    /// None: most commands say all in their summary and their options.
    package static var discussion: String { "" }
    /// None.
    package static var examples: [CommandExample] { [] }

    static var specification: [ArgumentSpecification] {
        var reader = ArgumentReader()
        _ = Self(reading: &reader)
        return reader.specifications
    }
}

/// A word of the tool: a command, or a group that has more words below it.
package enum CommandEntry: Sendable {
    case command(any Command.Type)
    /// `standard` is the command that the group's bare name means: `deliveries` is `deliveries list`. It is among the
    /// entries.
    case group(name: String, summary: String, standard: (any Command.Type)? = nil, [CommandEntry])

    var name: String {
        switch self {
        case .command(let type): type.name
        case .group(let name, _, _, _): name
        }
    }

    var summary: String {
        switch self {
        case .command(let type): type.summary
        case .group(_, let summary, _, _): summary
        }
    }

    /// Every command below this word, with the words that lead to it.
    func commands(below path: [String] = []) -> [(path: [String], type: any Command.Type)] {
        switch self {
        case .command(let type): [(path + [type.name], type)]
        case .group(let name, _, _, let children): children.flatMap { $0.commands(below: path + [name]) }
        }
    }
}

/// A command line as a person types it, and what it does.
package struct CommandExample: Sendable, Equatable {
    /// The whole line, for a shell.
    let line: String
    /// A short sentence.
    let help: String

    /// - Parameters:
    ///   - line: the tool's name included, and whatever stands before and behind it: `sudo`, a pipe.
    ///   - help: a short sentence with its full stop.
    package init(_ line: String, _ help: String) {
        self.line = line
        self.help = help
    }
}
