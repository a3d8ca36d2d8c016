import TextFormats

/// A command's words, sorted by a command's specification but not yet typed.
struct ParsedWords: Equatable {
    private(set) var flags: Set<String> = []
    private(set) var options: [String: [String]] = [:]
    private(set) var arguments: [String] = []
    private(set) var wantsHelp = false

    /// Follows POSIX and GNU habits: `--name=value`, `--name value`, `-abc`, `-ovalue`, `-o value`, options and arguments in
    /// any order, `--` ends the options, `-` is an argument. `-5.00` is an argument unless `-5` is declared.
    init(_ words: [String], specifications: [ArgumentSpecification]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                arguments += rest
                break
            } else if word == "--help" || word == "-h" {
                wantsHelp = true
            } else if word.hasPrefix("--") {
                try readLong(word.dropFirst(2), &rest, specifications)
            } else if word.hasPrefix("-"), word != "-", !Self.isNegativeNumber(word, specifications) {
                try readShort(word.dropFirst(), &rest, specifications)
            } else {
                arguments.append(word)
            }
        }
        let places = specifications.filter { $0.kind == .argument }
        if !wantsHelp, places.last?.occurrence != .repeated, arguments.count > places.count {
            throw UsageError(
                "unexpected argument '\(arguments[places.count])'", hint: "quote text that contains spaces")
        }
    }

    private mutating func readLong(
        _ word: Substring, _ rest: inout ArraySlice<String>, _ specifications: [ArgumentSpecification]
    ) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let specification = specifications.first(where: { $0.kind != .argument && $0.name == name }) else {
            let known = specifications.filter { $0.kind != .argument }.map(\.name) + ["help"]
            throw UsageError(
                "unknown option '--\(name)'", hint: nearest(to: name, in: known).map { "did you mean '--\($0)'?" })
        }
        let value = parts.count == 2 ? String(parts[1]) : nil
        if specification.kind == .flag {
            guard value == nil else { throw UsageError("--\(name) takes no value") }
            flags.insert(name)
        } else if let value = value ?? rest.popFirst() {
            try store(value, specification)
        } else {
            throw UsageError("--\(name) needs a value", hint: "--\(name) \(specification.valueName)")
        }
    }

    private mutating func readShort(
        _ letters: Substring, _ rest: inout ArraySlice<String>, _ specifications: [ArgumentSpecification]
    ) throws(UsageError) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let specification = specifications.first(where: { $0.short == letter }) else {
                throw UsageError("unknown option '-\(letter)'")
            }
            if specification.kind == .flag {
                flags.insert(specification.name)
            } else if let value = letters.isEmpty ? rest.popFirst() : String(letters) {
                return try store(value, specification)
            } else {
                throw UsageError("-\(letter) needs a value", hint: "-\(letter) \(specification.valueName)")
            }
        }
    }

    private mutating func store(_ value: String, _ specification: ArgumentSpecification) throws(UsageError) {
        if specification.occurrence != .repeated, options[specification.name] != nil {
            throw UsageError("--\(specification.name) is given twice")
        }
        options[specification.name, default: []].append(value)
    }

    private static func isNegativeNumber(_ word: String, _ specifications: [ArgumentSpecification]) -> Bool {
        guard let digit = word.dropFirst().first, ("0"..."9").contains(digit) || digit == "." else { return false }
        return !specifications.contains { $0.short == digit }
    }
}
