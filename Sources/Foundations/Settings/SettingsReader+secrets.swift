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
        let format = TextFormat.secret(literal)
        guard let entry = entry(key, .value(format.shape), .required, help) else { return format.placeholder }
        return secret(entry.value, key, format, literal) ?? format.placeholder
    }

    /// A secret that may be left out.
    ///
    /// - Parameter need: when it has to be there, see ``SettingsReferents``.
    package mutating func optionalSecret(
        _ key: String, literal: SecretLiteral? = nil, need: SettingsReferents.Need = .atStart, help: String
    ) -> SecretSource? {
        let format = TextFormat.secret(literal)
        guard let entry = entry(key, .value(format.shape), .optional, help) else { return nil }
        return secret(entry.value, key, format, literal, need)
    }

    /// A list of secrets that may be left out, each of them once; absent means empty.
    package mutating func secrets(_ key: String, literal: SecretLiteral? = nil, help: String) -> [SecretSource] {
        let format = TextFormat.secret(literal)
        guard let entry = entry(key, .values(format.shape, atLeast: 1), .optional, help) else { return [] }
        var seen: Set<String> = []
        return items(entry, key, atLeast: 1).compactMap { node in
            let secret = secret(node, key, format, literal)
            if case .scalar(let scalar) = node.content, !seen.insert(scalar.text).inserted {
                reading.report(node.range, "'\(key)' has one of them twice", hint: "remove one", isSecret: true)
            }
            return secret
        }
    }

    private func secret(
        _ node: YAMLNode, _ key: String, _ format: TextFormat<SecretSource>, _ literal: SecretLiteral?,
        _ need: SettingsReferents.Need = .atStart
    ) -> SecretSource? {
        let source = parse(node, key, format)
        let isGuarded = literal?.isGuarded ?? true
        // Whatever this is, it isn't a reference: other messages must not quote its line either.
        if isGuarded, source?.isLiteral ?? true { reading.hide(line: node.range.start.line) }
        if isGuarded, reading.origin.isExposed, case .literal = source {
            reading.report(
                node.range, "'\(key)' is a secret, and others can read this file",
                hint: "run: chmod 600 \(reading.origin.name), or write \(SecretSource.forms) instead", isSecret: true)
        }
        guard let found = source?.resolvingPath(in: reading.origin) else { return nil }
        if !found.isLiteral {
            reading.note(
                SettingsReferents.Item(
                    key: key, range: node.range, need: need, problem: { found.problem(literal?.format) },
                    isUnseen: { found.isUnseen }))
        }
        return found
    }
}

extension TextFormat where Value == SecretSource {
    fileprivate static func secret(_ literal: SecretLiteral?) -> TextFormat {
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
