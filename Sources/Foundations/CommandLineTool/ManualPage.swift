import Terminal
import Values

/// The manual page in the `man` macros, which groff and mandoc both read. (The semantic `mdoc` ones make groff call it a page of BSD.)
package struct ManualPage {
    /// A file, variable or signal, and what it is.
    package struct Entry: Sendable {
        let name: String
        let help: String

        /// - Parameter help: plain text; what the macros take for their own is escaped here.
        package init(_ name: String, _ help: String) {
            self.name = name
            self.help = help
        }
    }

    /// What the table of commands does not say.
    package struct Supplement: Sendable {
        /// Variables, in the order of the page.
        package var environment: [Entry] = []
        /// Files, in the order of the page.
        package var files: [Entry] = []
        /// Signals, and what they do to the program.
        package var signals: [Entry] = []
        /// The usual way through the program; each command has its own besides.
        package var examples: [CommandExample] = []
        /// Other pages, with their sections: `systemctl(1)`.
        package var seeAlso: [String] = []

        /// Nothing yet.
        package init() {}
    }

    private let tool: CommandLineTool
    private let date: String
    private let supplement: Supplement

    /// - Parameter date: as ISO 8601 writes it, `2026-01-31`.
    package init(tool: CommandLineTool, date: String, _ supplement: Supplement = Supplement()) {
        self.tool = tool
        self.date = date
        self.supplement = supplement
    }

    /// The page's source, as `deploy/install` keeps it under `man1`: a section for each command, and what each exit
    /// status means.
    package var text: String {
        let commands = tool.entries.flatMap { $0.commands() }
        let summary = tool.summary.hasSuffix(".") ? String(tool.summary.dropLast()) : tool.summary
        var lines = [
            ".TH \(tool.name.uppercased()) 1 \(date) \"\(tool.name) \(tool.version)\" \"User Commands\"",
            ".SH NAME", "\(Roff.literal(tool.name)) \\- \(Roff.prose(summary))", ".SH SYNOPSIS",
        ]
        for (index, command) in commands.enumerated() {
            lines += (index == 0 ? [] : [".br"]) + synopsis(command.path, command.type.specification)
        }
        lines += [".SH DESCRIPTION"] + Roff.paragraphs(tool.summary) + [".SH COMMANDS"]
        for (path, type) in commands { lines += section(path, type) }
        lines += list("ENVIRONMENT", supplement.environment) + list("FILES", supplement.files)
        lines += list("EXIT STATUS", ExitCode.allCases.map { Entry("\($0.rawValue)", $0.meaning) })
        lines += list("SIGNALS", supplement.signals)
        if !supplement.examples.isEmpty { lines += [".SH EXAMPLES"] + examples(supplement.examples).dropFirst() }
        if !supplement.seeAlso.isEmpty { lines += [".SH SEE ALSO"] + others }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Names in bold, their sections not, as other pages have it.
    private var others: [String] {
        supplement.seeAlso.enumerated().map { index, page in
            let parts = page.split(separator: "(")
            let isLast = index == supplement.seeAlso.count - 1
            return Roff.bold(String(parts[0])) + "(" + parts.dropFirst().joined(separator: "(") + (isLast ? "" : ",")
        }
    }

    private func list(_ title: String, _ entries: [Entry]) -> [String] {
        guard !entries.isEmpty else { return [] }
        return [".SH \(title)"] + entries.flatMap { [".TP", Roff.bold($0.name)] + Roff.paragraphs($0.help) }
    }

    private func synopsis(_ path: [String], _ specifications: [ArgumentSpecification]) -> [String] {
        let options = specifications.contains { $0.kind != .argument } ? ["[\(Roff.italic("OPTIONS"))]"] : []
        let arguments = specifications.filter { $0.kind == .argument }.map { argument in
            let name = Roff.italic(argument.name) + (argument.occurrence == .repeated ? " ..." : "")
            return argument.occurrence == .required ? name : "[\(name)]"
        }
        return [Roff.bold(([tool.name] + path).joined(separator: " "))] + options + arguments
    }

    private func section(_ path: [String], _ type: any Command.Type) -> [String] {
        var lines = [".SS \(Roff.literal(path.joined(separator: " ")))"] + Roff.paragraphs(type.summary)
        if !type.discussion.isEmpty { lines += [".PP"] + Roff.paragraphs(type.discussion) }
        for specification in type.specification {
            let short = specification.short.map { Roff.bold("-\($0)") + ", " } ?? ""
            lines += [".TP", short + mark(specification)]
            let remarks =
                specification.remarks.isEmpty ? "" : "\n(" + specification.remarks.joined(separator: "; ") + ")"
            lines += Roff.lines(specification.help + remarks)
        }
        return lines + examples(type.examples)
    }

    private func mark(_ specification: ArgumentSpecification) -> String {
        switch specification.kind {
        case .flag: Roff.bold("--\(specification.name)")
        case .option: Roff.bold("--\(specification.name)") + " " + Roff.italic(specification.valueName)
        case .argument: Roff.italic(specification.name)
        }
    }

    /// Lines to copy, each under what it does.
    private func examples(_ examples: [CommandExample]) -> [String] {
        examples.flatMap { example in
            [".PP"] + Roff.lines(example.help) + [".PP", ".RS 4", ".nf", Roff.literal(example.line), ".fi", ".RE"]
        }
    }
}
