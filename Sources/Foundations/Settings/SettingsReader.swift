import TextFormats
import Values
import YAML

/// One section of the file while it is being read; or, without a file, the list of keys it may have.
///
/// Every call returns a usable value. Mistakes are noted, not thrown, so one run finds them all; the value that was built
/// beside a mistake is thrown away by `SettingsFile.read(_:bytes:origin:looksAround:)`.
package struct SettingsReader {
    /// The keys asked for so far, in order.
    package private(set) var keys: [SettingKey] = []
    let reading: SettingsReading
    /// How messages call this section: "targets", "item 2 of 'targets'".
    let title: String
    private let entries: [String: YAMLEntry]
    private let order: [YAMLEntry]
    /// False once it is unknown which keys belong here.
    var isComplete = true
    /// Required keys that weren't there, with what to write.
    private var missing: [(key: String, step: String)] = []
    /// Where a missing key is reported; `nil` while only describing.
    private let range: SourceRange?

    /// A reader that has no file behind it.
    static func describing() -> SettingsReader {
        SettingsReader(entries: [], range: nil, title: "the file", reading: SettingsReading())
    }

    /// A reader of a file that has only comments.
    static func empty(reading: SettingsReading) -> SettingsReader {
        let start = SourceRange(SourcePosition(line: 1, column: 1))
        return SettingsReader(entries: [], range: start, title: "the file", reading: reading)
    }

    init(node: YAMLNode, title: String, reading: SettingsReading) {
        switch node.content {
        case .mapping(let entries):
            self.init(entries: entries, range: node.range, title: title, reading: reading)
        case .scalar(let scalar) where scalar.isNull:
            self.init(entries: [], range: node.range, title: title, reading: reading)
        default:
            reading.report(
                node.range, "\(title) must be a section with keys, not \(node.kindName)", hint: node.blankToWrite)
            self.init(entries: [], range: nil, title: title, reading: reading)
        }
    }

    private init(entries: [YAMLEntry], range: SourceRange?, title: String, reading: SettingsReading) {
        self.entries = Dictionary(entries.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        order = entries
        self.range = range
        self.title = title
        self.reading = reading
    }

    /// Declares a key and looks it up; an empty value counts as absent.
    mutating func entry(_ name: String, _ kind: SettingKey.Kind, _ presence: SettingKey.Presence, _ help: String)
        -> YAMLEntry?
    {
        precondition(!keys.contains { $0.name == name }, "the key '\(name)' is declared twice")
        keys.append(SettingKey(name: name, kind: kind, presence: presence, help: help))
        if let entry = entries[name] {
            guard case .scalar(let scalar) = entry.value.content, scalar.isNull else { return entry }
            if presence == .required { reading.report(entry.keyRange, "'\(name)' has no value") }
        } else if presence == .required {
            missing.append((name, kind.request(name, help)))
        }
        return nil
    }

    /// Reports keys that nobody asked for and keys that aren't there. Call it once, after the section's initialiser.
    func finish() {
        guard let range else { return }
        let known = keys.map(\.name)
        let absent = known.filter { entries[$0] == nil }
        var mistyped: Set<String> = []
        for entry in order where isComplete && !known.contains(entry.key) {
            if let key = entry.key.keyWithoutBlank {
                reading.report(
                    entry.keyRange, "a blank is missing after '\(key):'", hint: "write it between the key and its value"
                )
                mistyped.insert(key)
                continue
            }
            let guess = nearest(to: entry.key, in: absent)
            if let guess { mistyped.insert(guess) }
            let listing = "valid here: \(known.joined(separator: ", "))"
            reading.report(
                entry.keyRange, "unknown key '\(entry.key)'", hint: guess.map { "did you mean '\($0)'?" } ?? listing)
        }
        // 'sever' explains why 'server' is missing: one mistake, one message.
        for (key, step) in missing where !mistyped.contains(key) {
            reading.report(range, "'\(key)' is missing", hint: step)
        }
    }

    /// Where this section and its keys stand.
    package var places: SettingsPlaces {
        range.map { SettingsPlaces(file: reading.origin.name, section: $0, entries: entries) } ?? .none
    }

    func value(of key: String) -> YAMLNode? {
        entries[key]?.value
    }

    /// Reads a scalar; `nil` after a mistake, which was noted.
    func parse<Value>(_ node: YAMLNode, _ name: String, _ format: TextFormat<Value>) -> Value? {
        guard case .scalar(let scalar) = node.content else {
            reading.report(
                node.range, "'\(name)' must be \(format.shape.name.withArticle), not \(node.kindName)",
                hint: node.looksLikeText ? "put text that begins with '{' in quotes" : nil)
            return nil
        }
        if format.shape.isUnquoted, !scalar.isPlain {
            reading.report(
                node.range, "'\(name)' must be \(format.shape.name.withArticle), not text", hint: "remove the quotes")
            return nil
        }
        do throws(TextFormatError) {
            return try format.parse(scalar.text)
        } catch {
            if scalar.text.holdsUserAndPassword { reading.hide(line: node.range.start.line) }
            reading.report(node.range, "'\(name)' \(error.message)", hint: error.hint, isSecret: format.shape.isSecret)
            return nil
        }
    }
}

extension String {
    /// "an amount", "a list"; some names take no article.
    fileprivate var withArticle: String {
        if self == "true or false" || self == "text" { return self }
        return ("aeio".contains(first ?? "x") ? "an " : "a ") + self
    }

    /// Whether this is an address with a password in it, which messages must not repeat.
    fileprivate var holdsUserAndPassword: Bool {
        guard let separator = range(ofText: "://") else { return false }
        return self[separator.upperBound...].prefix { $0 != "/" }.contains("@")
    }
}
