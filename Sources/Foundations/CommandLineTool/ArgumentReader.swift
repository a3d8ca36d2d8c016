package import TextFormats

/// Hands out what was typed, in types; or, without words, learns which options and arguments a command has.
///
/// Every call returns a usable value. The first mistake is kept, and a command beside a mistake is never run.
package struct ArgumentReader {
    private(set) var specifications: [ArgumentSpecification] = []
    private(set) var mistake: UsageError?
    private let words: ParsedWords?
    private let environment: (String) -> String?

    /// A reader that only learns.
    init() {
        words = nil
        environment = { _ in nil }
    }

    init(words: ParsedWords, environment: @escaping (String) -> String?) {
        self.words = words
        self.environment = environment
    }

    /// `--verbose`, `-v`.
    package mutating func flag(_ name: String, short: Character? = nil, help: String) -> Bool {
        declare(ArgumentSpecification(kind: .flag, name: name, short: short, occurrence: .optional, help: help))
        return words?.flags.contains(name) ?? false
    }

    /// An option with a default.
    ///
    /// - Parameter text: as a person would type it, so that the help page can't say anything else.
    package mutating func option<Value>(
        _ name: String, short: Character? = nil, as format: TextFormat<Value>, named valueName: String,
        default text: String,
        environment: String? = nil, help: String
    ) -> Value {
        guard let standard = try? format.parse(text) else {
            preconditionFailure("the default of --\(name) isn't valid")
        }
        let specification = ArgumentSpecification(
            kind: .option, name: name, short: short, valueName: valueName, shape: format.shape, occurrence: .optional,
            defaultText: text, environment: environment, help: help)
        return value(specification, format) ?? standard
    }

    /// An option whose absence means something.
    ///
    /// - Parameter naming: what the value is the name of, for completions; `nil` where the format says all.
    package mutating func optionalOption<Value>(
        _ name: String, short: Character? = nil, as format: TextFormat<Value>, named valueName: String,
        naming: NamedThing? = nil, environment: String? = nil, help: String
    ) -> Value? {
        let specification = ArgumentSpecification(
            kind: .option, name: name, short: short, valueName: valueName, shape: format.shape, naming: naming,
            occurrence: .optional, environment: environment, help: help)
        return value(specification, format)
    }

    /// An option that may be given many times, in the order typed.
    package mutating func repeatedOption<Value>(
        _ name: String, short: Character? = nil, as format: TextFormat<Value>, named valueName: String,
        naming: NamedThing? = nil, help: String
    ) -> [Value] {
        let specification = ArgumentSpecification(
            kind: .option, name: name, short: short, valueName: valueName, shape: format.shape, naming: naming,
            occurrence: .repeated, help: help)
        declare(specification)
        return (words?.options[name] ?? []).compactMap { parse($0, specification.title, format) }
    }

    /// A word by its place.
    package mutating func argument<Value>(
        _ name: String, as format: TextFormat<Value>, naming: NamedThing? = nil, help: String
    ) -> Value {
        let specification = ArgumentSpecification(
            kind: .argument, name: name, shape: format.shape, naming: naming, occurrence: .required, help: help)
        return value(specification, format) ?? missing(specification, format)
    }

    /// A word by its place; `nil` when it was left out. Declare it after the required ones, since places are counted.
    package mutating func optionalArgument<Value>(
        _ name: String, as format: TextFormat<Value>, naming: NamedThing? = nil, help: String
    ) -> Value? {
        let specification = ArgumentSpecification(
            kind: .argument, name: name, shape: format.shape, naming: naming, occurrence: .optional, help: help)
        return value(specification, format)
    }

    /// All further words; must be the last argument.
    package mutating func remainingArguments<Value>(
        _ name: String, as format: TextFormat<Value>, naming: NamedThing? = nil, help: String
    ) -> [Value] {
        let specification = ArgumentSpecification(
            kind: .argument, name: name, shape: format.shape, naming: naming, occurrence: .repeated, help: help)
        let index = declare(specification)
        return (words?.arguments.dropFirst(index) ?? []).compactMap { parse($0, name, format) }
    }

    private mutating func value<Value>(_ specification: ArgumentSpecification, _ format: TextFormat<Value>) -> Value? {
        let index = declare(specification)
        if specification.kind == .argument {
            guard let words, words.arguments.indices.contains(index) else { return nil }
            return parse(words.arguments[index], specification.name, format)
        }
        if let text = words?.options[specification.name]?.last { return parse(text, "--\(specification.name)", format) }
        if let name = specification.environment, let text = environment(name), !text.isEmpty {
            return parse(text, "the environment variable \(name)", format)
        }
        return nil
    }

    /// Records a declaration and tells its place among the arguments.
    @discardableResult
    private mutating func declare(_ new: ArgumentSpecification) -> Int {
        let isTaken = specifications.contains { $0.name == new.name || ($0.short != nil && $0.short == new.short) }
        precondition(!isTaken, "'\(new.name)' is declared twice")
        let arguments = specifications.filter { $0.kind == .argument }
        precondition(
            new.kind != .argument || arguments.last?.occurrence != .repeated,
            "nothing can follow the remaining arguments")
        specifications.append(new)
        return arguments.count
    }

    private mutating func parse<Value>(_ text: String, _ title: String, _ format: TextFormat<Value>) -> Value? {
        do throws(TextFormatError) {
            return try format.parse(text)
        } catch {
            note(UsageError("\(title) \(error.message)", hint: error.hint))
            return format.placeholder
        }
    }

    private mutating func missing<Value>(_ specification: ArgumentSpecification, _ format: TextFormat<Value>) -> Value {
        if words != nil {
            let hint = "give \(specification.help.asClause)\(format.shape.listing ?? "")"
            note(UsageError("\(specification.title) is missing", hint: hint))
        }
        return format.placeholder
    }

    private mutating func note(_ error: UsageError) {
        if mistake == nil { mistake = error }
    }
}
