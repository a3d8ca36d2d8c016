import Terminal

/// Help in the layout that people know from other tools, wrapped to the terminal.
struct HelpPage {
    let tool: CommandLineTool
    let columns: Int

    func text(ofGroup path: [String], standard: (any Command.Type)?, _ entries: [CommandEntry]) -> String {
        var lines = [
            "Usage: \(path.joined(separator: " ")) \(standard == nil ? "COMMAND" : "[COMMAND]") [OPTIONS]", "",
        ]
        if path.count == 1 { lines += tool.summary.wrapped(toColumns: width) + [""] }
        lines += ["Commands:"]
        lines += table(
            entries.map { entry in
                (entry.name, entry.summary + (entry.name == standard?.name ? " (what the bare group does)" : ""))
            })
        if path.count == 1 {
            lines +=
                ["", "Options:"]
                + table([("-h, --help", "Show help, also after any command."), ("    --version", "Show the version.")])
        }
        return lines.joined(separator: "\n") + "\n"
    }

    func text(of type: any Command.Type, _ path: [String]) -> String {
        let specifications = type.specification
        let arguments = specifications.filter { $0.kind == .argument }
        let options = specifications.filter { $0.kind != .argument }
        var lines = Self.usage(path, specifications).wrapped(toColumns: width) + [""]
        lines += type.summary.wrapped(toColumns: width) + [""]
        if !type.discussion.isEmpty { lines += type.discussion.wrapped(toColumns: width) + [""] }
        if !arguments.isEmpty { lines += ["Arguments:"] + table(arguments.map { ($0.name, Self.sentence($0)) }) + [""] }
        lines +=
            ["Options:"]
            + table(options.map { (Self.label($0), Self.sentence($0)) } + [("-h, --help", "Show this page.")])
        lines += examples(type.examples)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Lines to copy stand whole, however narrow the window is.
    private func examples(_ examples: [CommandExample]) -> [String] {
        guard !examples.isEmpty else { return [] }
        return ["", "Examples:"]
            + examples.flatMap { example in
                ["  " + example.line] + example.help.wrapped(toColumns: width - 6).map { "      " + $0 }
            }
    }

    static func usage(_ path: [String], _ specifications: [ArgumentSpecification]) -> String {
        let options = specifications.filter { $0.kind != .argument }
        let required = options.filter { $0.occurrence == .required && $0.environment == nil }.map(\.title)
        let arguments = specifications.filter { $0.kind == .argument }
            .map { $0.occurrence == .required ? $0.title : "[\($0.title)]" }
        return (["Usage:"] + path + (options.count > required.count ? ["[OPTIONS]"] : []) + required + arguments)
            .joined(separator: " ")
    }

    private static func label(_ specification: ArgumentSpecification) -> String {
        (specification.short.map { "-\($0), " } ?? "    ") + specification.title
    }

    private static func sentence(_ specification: ArgumentSpecification) -> String {
        let remarks = specification.remarks
        return specification.help + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))")
    }

    /// Lines longer than a book's are hard to read, however wide the window.
    private var width: Int { min(columns, 100) }

    private func table(_ rows: [(label: String, text: String)]) -> [String] {
        let longest = rows.map(\.label.displayWidth).max() ?? 0
        let indent = min(longest, 26) + 4
        return rows.flatMap { row -> [String] in
            let wrapped = row.text.wrapped(toColumns: max(20, width - indent))
            let rest = wrapped.dropFirst().map { String(repeating: " ", count: indent) + $0 }
            guard row.label.displayWidth <= indent - 4 else {
                return ["  " + row.label, String(repeating: " ", count: indent) + wrapped[0]] + rest
            }
            return ["  " + row.label.padded(toColumns: indent - 2) + wrapped[0]] + rest
        }
    }
}
