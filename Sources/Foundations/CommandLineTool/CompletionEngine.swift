import TextFormats

/// Answers a shell's question "what could come here?".
///
/// The shells' scripts are a few lines each and ask the program itself, so completions can't drift from the commands
/// and need no knowledge of three shells' option tables. The price is one program start for each press of Tab.
struct CompletionEngine {
    let tool: CommandLineTool

    /// The answer that means "file names".
    static let files = ":files"

    /// One candidate on each line, a tab, its description.
    ///
    /// - Parameter words: what follows the program's name up to the cursor; the last is being typed and may be empty.
    func lines(for words: [String]) -> String {
        candidates(for: words).map { $0.help.isEmpty ? $0.word : "\($0.word)\t\($0.help)" }.map { $0 + "\n" }.joined()
    }

    private typealias Candidate = (word: String, help: String)

    private func candidates(for words: [String]) -> [Candidate] {
        let typed = words.last ?? ""
        var level = tool.entries
        var standard: (any Command.Type)?
        for (index, word) in words.dropLast().enumerated() {
            guard let entry = level.first(where: { $0.name == word }) else {
                guard let standard, word.hasPrefix("-") else { return [] }
                return candidates(standard.specification, Array(words[index...].dropLast()), typed)
            }
            switch entry {
            case .group(_, _, let command, let children): (standard, level) = (command, children)
            case .command(let type):
                return candidates(type.specification, Array(words[(index + 1)...].dropLast()), typed)
            }
        }
        if typed.hasPrefix("-"), let standard { return candidates(standard.specification, [], typed) }
        let all =
            level.map { Candidate($0.name, $0.summary) }
            + (typed.hasPrefix("-") ? [Candidate("--help", "Show help.")] : [])
        return all.filter { $0.word.hasPrefix(typed) }
    }

    private func candidates(_ specifications: [ArgumentSpecification], _ before: [String], _ typed: String)
        -> [Candidate]
    {
        let isPastOptions = before.contains("--")
        if !isPastOptions, typed.hasPrefix("--"), let equals = typed.firstIndex(of: "="),
            let option = option(String(typed[..<equals]), specifications)
        {
            let prefix = typed[...equals]
            return values(of: option, String(typed[typed.index(after: equals)...])).map {
                ($0.word == Self.files ? $0.word : prefix + $0.word, $0.help)
            }
        }
        if !isPastOptions, let last = before.last, let option = option(last, specifications) {
            return values(of: option, typed)
        }
        if !isPastOptions, typed.hasPrefix("-") {
            return options(specifications, before).filter { $0.word.hasPrefix(typed) }
        }
        let arguments = specifications.filter { $0.kind == .argument }
        let count = (try? ParsedWords(before, specifications: specifications))?.arguments.count ?? 0
        guard let argument = count < arguments.count ? arguments[count] : arguments.last,
            argument.occurrence == .repeated || count < arguments.count
        else { return [] }
        return values(of: argument, typed)
    }

    private func options(_ specifications: [ArgumentSpecification], _ before: [String]) -> [Candidate] {
        specifications
            .filter { $0.kind != .argument && ($0.occurrence == .repeated || !before.contains("--\($0.name)")) }
            .map { Candidate("--\($0.name)", $0.help) } + [Candidate("--help", "Show help.")]
    }

    /// The option that takes the next word as its value.
    private func option(_ word: String, _ specifications: [ArgumentSpecification]) -> ArgumentSpecification? {
        specifications.first {
            $0.kind == .option && (word == "--\($0.name)" || ($0.short.map { word == "-\($0)" } ?? false))
        }
    }

    private func values(of specification: ArgumentSpecification, _ typed: String) -> [Candidate] {
        guard let shape = specification.shape else { return [] }
        if shape.name == "file" { return [Candidate(Self.files, "")] }
        return shape.choices.filter { $0.hasPrefix(typed) }.map { Candidate($0, "") }
    }
}
