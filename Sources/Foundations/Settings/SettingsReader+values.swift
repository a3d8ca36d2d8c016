package import TextFormats
import YAML

extension SettingsReader {
    /// A key that must be there.
    package mutating func value<Value>(_ key: String, _ format: TextFormat<Value>, help: String) -> Value {
        guard let entry = entry(key, .value(format.shape), .required, help) else { return format.placeholder }
        return parse(entry.value, key, format) ?? format.placeholder
    }

    /// A key that may be left out.
    ///
    /// - Parameter text: the default in the file's own notation, so that documentation can't say anything else.
    package mutating func value<Value>(_ key: String, _ format: TextFormat<Value>, default text: String, help: String)
        -> Value
    {
        guard let standard = try? format.parse(text) else { preconditionFailure("the default of '\(key)' isn't valid") }
        guard let entry = entry(key, .value(format.shape), .defaulted(text), help) else { return standard }
        return parse(entry.value, key, format) ?? standard
    }

    /// A key whose absence means something.
    package mutating func optional<Value>(_ key: String, _ format: TextFormat<Value>, help: String) -> Value? {
        entry(key, .value(format.shape), .optional, help).flatMap { parse($0.value, key, format) }
    }

    /// A list of single values, each of them once unless it may come again, as words of a command line; absent means empty.
    package mutating func values<Value>(
        _ key: String, _ format: TextFormat<Value>, atLeast minimum: Int = 0, mayRepeat: Bool = false, help: String
    ) -> [Value] {
        let kind: SettingKey.Kind = mayRepeat ? .words(format.shape) : .values(format.shape, atLeast: minimum)
        guard let entry = entry(key, kind, minimum > 0 ? .required : .optional, help) else { return [] }
        let items = mayRepeat ? items(entry, key, atLeast: minimum) : uniqueItems(entry, key, atLeast: minimum)
        return items.compactMap { parse($0, key, format) }
    }

    /// A list of single values that may be left out.
    ///
    /// - Parameter text: the one item of the default, in the file's own notation.
    package mutating func values<Value>(
        _ key: String, _ format: TextFormat<Value>, default text: String, help: String
    ) -> [Value] {
        guard let standard = try? format.parse(text) else { preconditionFailure("the default of '\(key)' isn't valid") }
        guard let entry = entry(key, .values(format.shape, atLeast: 1), .defaulted(text), help) else {
            return [standard]
        }
        return uniqueItems(entry, key, atLeast: 1).compactMap { parse($0, key, format) }
    }

    /// A path that may be left out; relative ones begin at the file's folder, `~/` at home.
    ///
    /// - Parameters:
    ///   - example: for the documentation.
    ///   - problem: what is wrong with the file of this complete path; see ``SettingsReferents``.
    package mutating func path(
        _ key: String, example: String, help: String, problem: (@Sendable (String) -> TextFormatError?)? = nil
    ) -> String? {
        let shape = TextShape(name: "path", example: example)
        let format = TextFormat(shape: shape, placeholder: TextFormat.file.placeholder, parse: TextFormat.file.parse)
        guard let path = optional(key, format, help: help).map(reading.origin.path) else { return nil }
        if let problem, let value = value(of: key) {
            reading.note(
                SettingsReferents.Item(key: key, range: value.range, need: .atStart) { problem(path) })
        }
        return path
    }

    /// A text whose inside has rules of its own; each problem is told at its place.
    package mutating func optional(
        _ key: String, _ format: TextFormat<String>, help: String, problems: (String) -> [TextProblem]
    ) -> String? {
        guard let entry = entry(key, .value(format.shape), .optional, help) else { return nil }
        guard let text = parse(entry.value, key, format) else { return nil }
        for problem in problems(text) {
            reading.report(entry.value.range(of: problem, in: text), problem.message, hint: problem.hint)
        }
        return text
    }

    /// The name under which other parts of the file refer to this section; unique among its `kind`, and none of `other`.
    package mutating func name(of kind: String, notAlso other: String? = nil, help: String) -> String {
        guard let entry = entry("name", .value(TextFormat.sectionName.shape), .required, help),
            let name = parse(entry.value, "name", .sectionName)
        else { return TextFormat.sectionName.placeholder }
        reading.define(name, kind: kind, notAlso: other, at: entry.value.range)
        return name
    }

    /// A name that exists though no section has it, such as that of a built-in target.
    package func provide(_ name: String, of kind: String) {
        reading.define(name, kind: kind, at: SourceRange(SourcePosition(line: 1, column: 1)))
    }

    /// Has a key's text looked at as the name of a section of this kind, which may come later in the file. Where the file has none of
    /// them, as of accounts that only signed in, any name will do.
    package func refer(_ key: String, to kind: String) {
        guard isPresent(key), let value = value(of: key), case .scalar(let scalar) = value.content else { return }
        reading.refer(to: scalar.text, kinds: [kind], at: value.range, isOpen: true)
    }

    /// Names of sections of one of these kinds, which may come later in the file.
    package mutating func references(_ key: String, to kinds: String..., help: String) -> [String] {
        guard let entry = entry(key, .values(TextFormat.sectionName.shape, atLeast: 1), .required, help) else {
            return []
        }
        return uniqueItems(entry, key, atLeast: 1).compactMap { node in
            guard let name = parse(node, key, .sectionName) else { return nil }
            reading.refer(to: name, kinds: kinds, at: node.range)
            return name
        }
    }
}

extension TextFormat where Value == String {
    /// Of a section that others refer to.
    package static var sectionName: TextFormat {
        let shape = TextShape(name: "name", range: "1 to 40 letters, digits, '-', '_'", example: "phone")
            .with {
                // An editor sees `12` as a number.
                $0.jsonTypes = [.string, .integer]
                $0.pattern = "^[A-Za-z0-9_-]{1,40}$"
            }
        return TextFormat(shape: shape, placeholder: "name") { text throws(TextFormatError) in
            let isValid = text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x2D || $0 == 0x5F
            }
            guard isValid, (1...40).contains(text.utf8.count) else {
                throw TextFormatError("must be 1 to 40 letters, digits, '-' or '_'")
            }
            return text
        }
    }
}
