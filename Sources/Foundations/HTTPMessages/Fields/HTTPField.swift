package import Values

/// One line of a head. Prints its value only if that is harmless.
public struct HTTPField: Sendable, Equatable {
    /// As it was written; letter case says nothing.
    public let name: String
    private let text: String
    private let isSecret: Bool

    /// Any text is taken: see ``isValid``.
    package init(_ name: String, _ value: String) {
        self.name = name
        text = value
        isSecret = false
    }

    /// A field whose value nobody sees but its receiver, such as a token: `HTTPField("Authorization", prefix: "Bearer ", token)`.
    package init(_ name: String, prefix: String = "", _ value: Secret) {
        self.name = name
        text = value.withText { prefix + $0 }
        isSecret = true
    }

    /// The value; `<redacted>` if it was added as a secret.
    public var value: String { isSecret ? "<redacted>" : text }

    /// Lends the value as it is sent.
    package func withText<Result, Failure: Error>(_ body: (String) throws(Failure) -> Result) throws(Failure) -> Result
    {
        try body(text)
    }

    /// Whether name and value may stand on the wire; a line break in them would forge a field.
    package var isValid: Bool { hasValidName && hasValidValue }

    /// Whether the name is a token (RFC 9110, 5.6.2).
    package var hasValidName: Bool { !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter) }

    /// Whether the value has no character that would end the line or the head.
    package var hasValidValue: Bool { text.utf8.allSatisfy(\.isFieldCharacter) }

    /// One line, without its end. Refuses folded lines, blanks before the colon and control characters.
    init(parsing line: ArraySlice<UInt8>) throws(HTTPHeadError) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(\.isTokenCharacter)
        else { throw HTTPHeadError("field name") }
        let value = line[(colon + 1)...]
        guard value.allSatisfy(\.isFieldCharacter) else { throw HTTPHeadError("field value") }
        self.init(
            String(decoding: line[..<colon], as: UTF8.self),
            String(String(decoding: value, as: UTF8.self).trimmingBlanks))
    }

    /// Carries a secret in every use, so it is never printed, however it was added.
    private static let alwaysSecret: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-gotify-key",
    ]
}

extension HTTPField: CustomStringConvertible, CustomReflectable {
    /// Name and value, unless that may be secret.
    public var description: String {
        Self.alwaysSecret.contains(name.lowercased()) ? "\(name): <redacted>" : "\(name): \(value)"
    }
    /// The description alone: a dump must not show what is secret.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}
