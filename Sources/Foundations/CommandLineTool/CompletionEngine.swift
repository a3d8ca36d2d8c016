import TextFormats

/// Answers a shell's question "what could come here?".
///
/// The shells' scripts are a few lines each and ask the program itself, so completions can't drift from the commands
/// and need no knowledge of three shells' option tables. The price is one program start for each press of Tab.
struct CompletionEngine {
    let tool: CommandLineTool

    /// The answer that means "file names".
    private static let files = CompletionCandidate(CompletionCandidate.files)

    /// What could come at the end of a command line.
    enum Answer {
        case candidates([CompletionCandidate])
        /// Only the tool knows.
        case names(CompletionQuestion)
    }

    /// - Parameter words: what follows the program's name up to the cursor; the last is being typed and may be empty.
    func answer(to words: [String]) -> Answer {
        var rest = words.dropLast()[...]
        let typed = words.last ?? ""
        var level = tool.entries
        var standard: (any Command.Type)?
        var leading: [String] = []
        if rest.first == "help" { rest.removeFirst() }
        while let word = rest.popFirst() {
            if let entry = level.first(where: { $0.name == word }) {
                switch entry {
                case .group(_, _, let command, let children): (standard, level) = (command, children)
                case .command(let type): return answer(type.specification, leading + rest, typed)
                }
            } else if let standard, word.hasPrefix("-") {
                return answer(standard.specification, leading + [word] + rest, typed)
            } else if let option = CommandSearch(tool: tool).option(word) {
                leading.append(word)
                guard option.kind == .option, !word.contains("=") else { continue }
                guard let value = rest.popFirst() else { return values(of: option, leading, typed) }
                leading.append(value)
            } else {
                return .candidates([])
            }
        }
        if typed.hasPrefix("-"), let standard { return answer(standard.specification, leading, typed) }
        let words = level.map { CompletionCandidate($0.name, $0.summary) }
        return .candidates((words + (typed.hasPrefix("-") ? [Self.help] : [])).filter { $0.word.hasPrefix(typed) })
    }

    private static let help = CompletionCandidate("--help", "Show help.")

    private func answer(_ specifications: [ArgumentSpecification], _ before: [String], _ typed: String) -> Answer {
        let isPastOptions = before.contains("--")
        if !isPastOptions, typed.hasPrefix("--"), let equals = typed.firstIndex(of: "="),
            let option = option(String(typed[..<equals]), specifications)
        {
            let value = String(typed[typed.index(after: equals)...])
            return values(of: option, before, value, behind: String(typed[...equals]))
        }
        if !isPastOptions, let last = before.last, let option = option(last, specifications) {
            return values(of: option, before.dropLast(), typed)
        }
        if !isPastOptions, typed.hasPrefix("-") {
            return .candidates(options(specifications, before).filter { $0.word.hasPrefix(typed) })
        }
        let arguments = specifications.filter { $0.kind == .argument }
        let count = (try? ParsedWords(before, specifications: specifications))?.arguments.count ?? 0
        guard let argument = count < arguments.count ? arguments[count] : arguments.last,
            argument.occurrence == .repeated || count < arguments.count
        else { return .candidates([]) }
        return values(of: argument, before, typed)
    }

    private func options(_ specifications: [ArgumentSpecification], _ before: [String]) -> [CompletionCandidate] {
        specifications
            .filter { $0.kind != .argument && ($0.occurrence == .repeated || !before.contains("--\($0.name)")) }
            .map { CompletionCandidate("--\($0.name)", $0.help) } + [Self.help]
    }

    /// The option that takes the next word as its value.
    private func option(_ word: String, _ specifications: [ArgumentSpecification]) -> ArgumentSpecification? {
        specifications.first {
            $0.kind == .option && (word == "--\($0.name)" || ($0.short.map { word == "-\($0)" } ?? false))
        }
    }

    /// - Parameter prefix: what stands before the value in the same word, `--to=`.
    private func values(
        of specification: ArgumentSpecification, _ before: [String], _ typed: String, behind prefix: String = ""
    ) -> Answer {
        if let thing = specification.naming {
            let specifications = tool.entries.flatMap { $0.commands() }.flatMap { $0.type.specification }
            return .names(
                CompletionQuestion(
                    thing: thing, typed: typed, prefix: prefix, words: TypedOptions(before, among: specifications)))
        }
        guard let shape = specification.shape else { return .candidates([]) }
        if shape.name == "file" { return .candidates([Self.files]) }
        return .candidates(
            (shape.choices + shape.offers).filter { $0.hasPrefix(typed) }.map { CompletionCandidate(prefix + $0) })
    }
}
