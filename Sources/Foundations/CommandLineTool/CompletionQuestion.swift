import Terminal

/// One word that could come at the cursor.
package struct CompletionCandidate: Sendable, Equatable {
    /// A line that the shells' scripts take for "file names".
    static let files = ":files"

    /// The whole word, as the command has to get it; the shell quotes it.
    let word: String
    /// Shown beside it by shells that can; may be empty.
    let help: String

    /// - Parameters:
    ///   - word: may be somebody's name; what could mislead a shell is left out of the answer.
    ///   - help: plain text, cut by the shell.
    package init(_ word: String, _ help: String = "") {
        self.word = word
        self.help = help
    }

    /// The word, a tab and its description, on a line.
    var line: String { (help.isEmpty ? word : "\(word)\t\(help.printable)") + "\n" }

    /// Whether it can stand on a line, and be nothing but a name there: neither an option nor a mark of the scripts.
    var isName: Bool {
        guard let first = word.first, first != "-", first != ":" else { return false }
        return !word.unicodeScalars.contains(where: \.isTreacherous)
    }
}

/// Which names there are, as a press of Tab asks the tool.
package struct CompletionQuestion: Sendable, Equatable {
    /// What the names are of.
    package let thing: NamedThing
    /// The beginning that stands there already; may be empty.
    package let typed: String
    /// What stands before it in the same word, `--to=`.
    let prefix: String
    /// What else the command line says.
    package let words: TypedOptions

    /// The lines for the shell: of the names that are some those that begin as typed.
    func lines(_ names: [CompletionCandidate]) -> String {
        names.filter { $0.isName && $0.word.hasPrefix(typed) }
            .map { CompletionCandidate(prefix + $0.word, $0.help).line }.joined()
    }
}

/// The options of a command line that is not finished yet.
package struct TypedOptions: Sendable, Equatable {
    private let values: [String: String]
    private let flags: Set<String>

    /// Mistakes are passed over: nobody wants to read of them at a Tab.
    init(_ words: [String], among specifications: [ArgumentSpecification]) {
        var (values, flags) = ([String: String](), Set<String>())
        var rest = words[...]
        while let word = rest.popFirst(), word != "--" {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard
                let option = specifications.first(where: { specification in
                    specification.kind != .argument
                        && (parts[0] == "--\(specification.name)"
                            || specification.short.map { parts[0] == "-\($0)" } == true)
                })
            else { continue }
            switch option.kind {
            case .flag: flags.insert(option.name)
            case .option: values[option.name] = parts.count == 2 ? parts[1] : rest.popFirst()
            case .argument: break
            }
        }
        (self.values, self.flags) = (values, flags)
    }

    /// What an option was given; `nil` without it.
    package subscript(option name: String) -> String? { values[name] }

    /// Whether a flag was given.
    package func has(flag name: String) -> Bool { flags.contains(name) }
}
