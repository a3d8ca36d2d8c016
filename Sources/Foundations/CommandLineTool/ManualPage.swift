import Values

/// The manual page in mdoc, the semantic macro set that groff and mandoc both read.
package struct ManualPage {
    /// A file or variable that the program knows, and what it is.
    package struct Entry: Sendable {
        let name: String
        let help: String

        /// - Parameter help: plain text; mdoc's special characters are escaped here.
        package init(_ name: String, _ help: String) {
            self.name = name
            self.help = help
        }
    }

    private let tool: CommandLineTool
    /// "2026-01-31" style dates are refused by mdoc; this is "January 31, 2026".
    private let date: String

    private let environment: [Entry]
    private let files: [Entry]

    /// - Parameter date: as mdoc writes it, "January 31, 2026".
    package init(tool: CommandLineTool, date: String, environment: [Entry] = [], files: [Entry] = []) {
        self.tool = tool
        self.date = date
        self.environment = environment
        self.files = files
    }

    /// The page's source, as `deploy/install` keeps it under `man1`: a section for each command, and what each exit
    /// status means.
    package var text: String {
        var lines = [
            ".Dd \(date)", ".Dt \(tool.name.uppercased()) 1", ".Os", ".Sh NAME", ".Nm \(tool.name)",
            ".Nd \(Self.phrase(tool.summary))",
            ".Sh SYNOPSIS",
        ]
        let commands = tool.entries.flatMap { $0.commands() }
        for (path, type) in commands {
            lines += [".Nm"] + [".Cm " + path.joined(separator: " ")] + Self.synopsis(type.specification)
        }
        lines += [".Sh DESCRIPTION", Self.escaped(tool.summary), ".Sh COMMANDS"]
        for (path, type) in commands { lines += Self.section(path, type) }
        lines += Self.list("ENVIRONMENT", "Ev", environment) + Self.list("FILES", "Pa", files)
        lines += [".Sh EXIT STATUS", ".Bl -tag -width 4n"]
        lines += ExitCode.allCases.flatMap { [".It \($0.rawValue)", $0.meaning] } + [".El"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func list(_ title: String, _ macro: String, _ entries: [Entry]) -> [String] {
        guard !entries.isEmpty else { return [] }
        let items = entries.flatMap { [".It \(macro) \($0.name)", escaped($0.help)] }
        return [".Sh \(title)", ".Bl -tag -width Ds"] + items + [".El"]
    }

    private static func synopsis(_ specifications: [ArgumentSpecification]) -> [String] {
        specifications.map { specification in
            let core = mark(specification)
            return specification.occurrence == .required
                ? "." + core : ".Op " + core + (specification.occurrence == .repeated ? " ..." : "")
        }
    }

    /// `Fl` writes one dash itself.
    private static func mark(_ specification: ArgumentSpecification) -> String {
        switch specification.kind {
        case .flag: "Fl -\(specification.name)"
        case .option: "Fl -\(specification.name) Ar \(specification.valueName)"
        case .argument: "Ar \(specification.name)"
        }
    }

    private static func section(_ path: [String], _ type: any Command.Type) -> [String] {
        var lines = [".Ss \(path.joined(separator: " "))", escaped(type.summary)]
        for paragraph in type.discussion.split(separator: "\n") { lines += [".Pp", escaped(String(paragraph))] }
        let specifications = type.specification
        guard !specifications.isEmpty else { return lines }
        lines.append(".Bl -tag -width Ds")
        for specification in specifications {
            let short = specification.short.map { "Fl \($0) , " } ?? ""
            lines += [".It " + short + mark(specification), escaped(specification.help)]
            if !specification.remarks.isEmpty {
                lines.append(escaped("(" + specification.remarks.joined(separator: "; ") + ")"))
            }
        }
        return lines + [".El"]
    }

    /// A name line takes no full stop.
    private static func phrase(_ sentence: String) -> String {
        escaped(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence)
    }

    /// A backslash is an escape, and a line that begins with a point or an apostrophe is a macro. Sentences begin new
    /// lines, as mdoc asks.
    private static func escaped(_ text: String) -> String {
        let lines = text.replacing(text: "\\", with: "\\e")
            .replacing(text: ". ", with: ".\n").split(separator: "\n")
        return lines.map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : String($0) }.joined(separator: "\n")
    }
}
