import TextFormats

/// Finds the command that a command line means.
///
/// Options may stand before it: `tool --json status` is `tool status --json`.
struct CommandSearch {
    let tool: CommandLineTool

    enum Target {
        case command(any Command.Type)
        case help(CommandEntry)
        case version
        case refusal(UsageError)
    }

    func find(_ words: [String]) -> (path: [String], target: Target, rest: [String]) {
        var words = words[...]
        let wantsHelp = words.first == "help"
        if wantsHelp { words.removeFirst() }
        var path = [tool.name]
        var standard: (any Command.Type)?
        var level = tool.entries
        var leading: [String] = []
        while true {
            let isHelp = words.first == "--help" || words.first == "-h" || words.first == "help"
            if isHelp || (wantsHelp && words.isEmpty) {
                return (path, .help(group(path, standard, level)), [])
            }
            if words.first == "--version", path.count == 1 { return (path, .version, []) }
            if let standard, isOptions(words) {
                if let late = late(words, level, path) { return (path, .refusal(late), []) }
                return (path + [standard.name], .command(standard), leading + words)
            }
            guard let word = words.popFirst() else { return (path, .refusal(missing(level)), []) }
            if word.hasPrefix("-") {
                guard let option = option(word) else { return (path, .refusal(unknown(option: word)), []) }
                leading.append(word)
                if option.kind == .option, !word.contains("="), let value = words.popFirst() { leading.append(value) }
                continue
            }
            guard let entry = level.first(where: { $0.name == word }) else {
                return (path, .refusal(unknown(command: word, level, path)), [])
            }
            path.append(word)
            switch entry {
            case .group(_, _, let command, let children): (standard, level) = (command, children)
            case .command(let type):
                return (path, wantsHelp ? .help(entry) : .command(type), leading + words)
            }
        }
    }

    /// Nothing or an option: then a group's own command is meant.
    private func isOptions(_ words: ArraySlice<String>) -> Bool {
        words.first?.hasPrefix("-") ?? true
    }

    /// The group's own command takes no argument, so the name of another one behind its options is one that came late.
    private func late(_ words: ArraySlice<String>, _ level: [CommandEntry], _ path: [String]) -> UsageError? {
        var rest = words
        while let word = rest.popFirst(), word != "--" {
            if word.hasPrefix("-") {
                if option(word)?.kind == .option, !word.contains("=") { _ = rest.popFirst() }
            } else {
                guard level.contains(where: { $0.name == word }) else { return nil }
                return UsageError(
                    "'\(word)' comes after an option, and a command comes before them",
                    hint: "write: \((path + [word]).joined(separator: " ")) …")
            }
        }
        return nil
    }

    private func group(_ path: [String], _ standard: (any Command.Type)?, _ level: [CommandEntry]) -> CommandEntry {
        .group(name: path.last ?? tool.name, summary: "", standard: standard, level)
    }

    /// An option that some command has under this name.
    func option(_ word: String) -> ArgumentSpecification? {
        let name = word.prefix { $0 != "=" }
        let specifications = tool.entries.flatMap { $0.commands() }.flatMap { $0.type.specification }
        return specifications.first {
            $0.kind != .argument && (name == "--\($0.name)" || $0.short.map { name == "-\($0)" } ?? false)
        }
    }

    private func missing(_ level: [CommandEntry]) -> UsageError {
        UsageError("a command is missing", hint: "one of \(level.map(\.name).joined(separator: ", "))")
    }

    private func unknown(option word: String) -> UsageError {
        let known = tool.entries.flatMap { $0.commands() }.flatMap { $0.type.specification }
            .filter { $0.kind != .argument }.map(\.name)
        let guess = nearest(to: String(word.drop { $0 == "-" }.prefix { $0 != "=" }), in: known + ["help", "version"])
        return UsageError(
            "unknown option '\(word)' before the command",
            hint: guess.map { "did you mean '--\($0)'?" } ?? "options come after it")
    }

    /// A word of this level that is near, else a command anywhere that is called so: `retry` is `deliveries retry`. A number is what a
    /// command that looks at one thing takes: `deliveries 12` is `deliveries explain 12`.
    private func unknown(command word: String, _ level: [CommandEntry], _ path: [String]) -> UsageError {
        if word.allSatisfy(\.isNumber), path.count > 1,
            let look = level.map(\.name).first(where: ["explain", "show"].contains)
        {
            let command = (path.dropFirst() + [look, word]).joined(separator: " ")
            return UsageError("'\(word)' is no command", hint: "did you mean '\(command)'?")
        }
        let paths = tool.entries.flatMap { $0.commands() }.map(\.path)
        let elsewhere = nearest(to: word, in: paths.compactMap(\.last)).flatMap { name in
            paths.first { $0.last == name }?.joined(separator: " ")
        }
        let guess = nearest(to: word, in: level.map(\.name) + ["help"]) ?? elsewhere
        return UsageError("unknown command '\(word)'", hint: guess.map { "did you mean '\($0)'?" })
    }
}
