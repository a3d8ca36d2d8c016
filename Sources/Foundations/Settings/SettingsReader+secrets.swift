package import TextFormats
import Values
import YAML

/// The secret itself, written where a reference to it could be.
package struct SecretLiteral: Sendable {
    let format: TextFormat<String>
    /// Whether the file must be for its owner's eyes alone.
    let isGuarded: Bool

    /// Allowed in a file that only its owner can read.
    package static func guarded(_ format: TextFormat<String>) -> SecretLiteral {
        SecretLiteral(format: format, isGuarded: true)
    }

    /// Allowed in every file: a secret in some installations only, such as an address in the own house.
    package static func open(_ format: TextFormat<String>) -> SecretLiteral {
        SecretLiteral(format: format, isGuarded: false)
    }
}

extension SettingsReader {
    /// Where a secret is kept. Unless `literal` allows it, a secret written into the file is refused; messages never
    /// repeat it.
    package mutating func secret(_ key: String, literal: SecretLiteral? = nil, help: String) -> SecretSource {
        let format = Self.secretFormat(literal)
        guard let entry = entry(key, .value(format.shape), .required, help) else { return format.placeholder }
        return secret(entry, key, format, literal) ?? format.placeholder
    }

    /// A secret that may be left out.
    ///
    /// - Parameter need: when it has to be there, see ``SettingsReferents``.
    package mutating func optionalSecret(
        _ key: String, literal: SecretLiteral? = nil, need: SettingsReferents.Need = .atStart, help: String
    ) -> SecretSource? {
        let format = Self.secretFormat(literal)
        guard let entry = entry(key, .value(format.shape), .optional, help) else { return nil }
        return secret(entry, key, format, literal, need)
    }

    private func secret(
        _ entry: YAMLEntry, _ key: String, _ format: TextFormat<SecretSource>, _ literal: SecretLiteral?,
        _ need: SettingsReferents.Need = .atStart
    ) -> SecretSource? {
        let source = parse(entry.value, key, format)
        let isGuarded = literal?.isGuarded ?? true
        // Whatever this is, it isn't a reference: other messages must not quote its line either.
        if isGuarded, source?.isLiteral ?? true { reading.hide(line: entry.value.range.start.line) }
        if isGuarded, reading.origin.isExposed, case .literal = source {
            reading.report(
                entry.value.range, "'\(key)' is a secret, and others can read this file",
                hint: "run: chmod 600 \(reading.origin.name), or write \(SecretSource.forms) instead", isSecret: true)
        }
        guard let found = source?.resolvingPath(in: reading.origin) else { return nil }
        if !found.isLiteral {
            reading.note(
                SettingsReferents.Item(
                    key: key, range: entry.value.range, need: need, problem: { found.problem(literal?.format) },
                    isUnseen: { found.isUnseen }))
        }
        return found
    }

    private static func secretFormat(_ literal: SecretLiteral?) -> TextFormat<SecretSource> {
        let range = SecretSource.forms + (literal.map { ", or the \($0.format.shape.name) itself" } ?? "")
        let shape = TextShape(name: "secret", range: range, example: "file:/etc/app/secret").with {
            let other = literal.map { $0.format.shape.pattern.map { "|" + $0.trimmingAnchors } ?? "|.+" } ?? ""
            $0.pattern = "^(\(SecretSource.pattern)\(other))$"
            $0.isSecret = literal?.isGuarded ?? true
        }
        return TextFormat(shape: shape, placeholder: .environment("UNSET")) { text throws(TextFormatError) in
            if let reference = SecretSource(reference: text) { return reference }
            guard let literal else {
                throw TextFormatError(
                    "must say where the secret is kept", hint: "\(SecretSource.forms), never the secret itself")
            }
            do throws(TextFormatError) {
                return .literal(Secret(try literal.format.parse(text)))
            } catch {
                throw TextFormatError(error.message, hint: error.hint ?? "or write \(SecretSource.forms)")
            }
        }
    }
}

extension String {
    /// A regular expression that can stand inside another.
    fileprivate var trimmingAnchors: Substring {
        var rest = self[...]
        if rest.hasPrefix("^") { rest.removeFirst() }
        if rest.hasSuffix("$") { rest.removeLast() }
        return rest
    }
}
