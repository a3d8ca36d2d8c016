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

    init(reading arguments: inout ArgumentReader)
    func run() async throws -> ExitCode
}

extension Command {
    package static var discussion: String { "" }

    static var specification: [ArgumentSpecification] {
        var reader = ArgumentReader()
        _ = Self(reading: &reader)
        return reader.specifications
    }
}

/// A word of the tool: a command, or a group that has more words below it.
package enum CommandEntry: Sendable {
    case command(any Command.Type)
    case group(name: String, summary: String, [CommandEntry])

    var name: String {
        switch self {
        case .command(let type): type.name
        case .group(let name, _, _): name
        }
    }

    var summary: String {
        switch self {
        case .command(let type): type.summary
        case .group(_, let summary, _): summary
        }
    }
}

/// Exit statuses of `sysexits.h` that the tools use.
package enum ExitCode: Int32, Sendable {
    case success = 0
    case usage = 64
    case unavailable = 69
    case internalError = 70
    case tryAgain = 75
    case notPermitted = 77
    case badConfiguration = 78
}
