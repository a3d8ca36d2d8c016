package import TextFormats
package import Values
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

    /// A list of single values; absent means empty.
    package mutating func values<Value>(_ key: String, _ format: TextFormat<Value>, help: String) -> [Value] {
        guard let entry = entry(key, .values(format.shape), .optional, help) else { return [] }
        return items(entry, key).compactMap { parse($0, key, format) }
    }

    /// The name under which other parts of the file refer to this section; unique among its `kind`.
    package mutating func name(_ key: String = "name", of kind: String, help: String) -> String {
        guard let entry = entry(key, .value(Self.nameFormat.shape), .required, help),
            let name = parse(entry.value, key, Self.nameFormat)
        else { return Self.nameFormat.placeholder }
        reading.define(name, kind: kind, at: entry.value.range)
        return name
    }

    /// Names of sections of a `kind`, which may come later in the file.
    package mutating func references(_ key: String, to kind: String, help: String) -> [String] {
        guard let entry = entry(key, .values(Self.nameFormat.shape), .required, help) else { return [] }
        return items(entry, key).compactMap { node in
            guard let name = parse(node, key, Self.nameFormat) else { return nil }
            reading.refer(to: name, kind: kind, at: node.range)
            return name
        }
    }

    /// Where a secret is kept. A secret written into the file itself is refused, and not repeated in the message.
    package mutating func secret(_ key: String, help: String) -> SecretReference {
        value(key, Self.secretFormat, help: help)
    }

    private static var nameFormat: TextFormat<String> {
        let shape = TextShape(name: "name", range: "1 to 40 letters, digits, '-', '_'", example: "phone")
            .with { $0.pattern = "^[A-Za-z0-9_-]{1,40}$" }
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

    private static var secretFormat: TextFormat<SecretReference> {
        let shape = TextShape(name: "secret", range: "file:PATH or env:NAME", example: "file:/etc/app/token")
            .with {
                $0.pattern = "^(file|env):.+$"
                $0.isSecret = true
            }
        return TextFormat(shape: shape, placeholder: .environment("UNSET")) { text throws(TextFormatError) in
            guard let reference = SecretReference(text: text) else {
                throw TextFormatError(
                    "must say where the secret is kept", hint: "file:PATH or env:NAME, never the secret itself")
            }
            return reference
        }
    }
}
