import TextFormats

/// One declared option or argument: what parsing, help, completions and the manual are made of.
struct ArgumentSpecification: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case flag
        case option
        case argument
    }

    enum Occurrence: Sendable, Equatable {
        case required
        case optional
        case repeated
    }

    let kind: Kind
    /// "server" of `--server`; for an argument its placeholder, "CHILD".
    let name: String
    var short: Character?
    /// The placeholder of an option's value.
    var valueName = ""
    var shape: TextShape?
    /// What the value is the name of, where only the program that is asked knows which there are.
    var naming: NamedThing?
    var occurrence: Occurrence
    var defaultText: String?
    /// Read when the option isn't given.
    var environment: String?
    var help: String

    /// `--server URL` or `CHILD`, as usage lines and errors call it.
    var title: String {
        switch kind {
        case .flag: "--\(name)"
        case .option: "--\(name) \(valueName)"
        case .argument: occurrence == .repeated ? "\(name)..." : name
        }
    }

    /// Facts that follow the help sentence.
    var remarks: [String] {
        var remarks: [String] = []
        if let shape, let range = shape.range {
            remarks.append(shape.choices.isEmpty ? "\(shape.name): \(range)" : "one of: \(range)")
        }
        if let defaultText { remarks.append("default: \(defaultText)") }
        if let environment { remarks.append("environment: \(environment)") }
        if occurrence == .repeated, kind == .option { remarks.append("may be repeated") }
        return remarks
    }
}

/// What an option's or argument's value is the name of, such as a target: a Tab asks the tool's `values` which
/// there are.
package struct NamedThing: Sendable, Hashable {
    /// For the tool's own use, "target"; nobody sees it.
    package let word: String

    /// - Parameter word: by which the tool knows it again.
    package init(_ word: String) {
        self.word = word
    }
}
