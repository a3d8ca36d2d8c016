package import Values

/// Header fields in order; names compare without case.
///
/// A value of this type can be sent as is: names and values are checked when they are added. Secret values go in as
/// `Secret`; they are sent, and never printed.
package struct HTTPHeaders: Sendable {
    private(set) var fields: [HTTPHeaderField] = []

    package init() {}

    /// The first value of this name; `<redacted>` if it was added as a secret.
    package subscript(name: String) -> String? {
        fields.first { Self.equal($0.name, name) }?.readableValue
    }

    /// Every value of this name, in order.
    package func all(_ name: String) -> [String] {
        fields.filter { Self.equal($0.name, name) }.map(\.readableValue)
    }

    /// Adds a field.
    ///
    /// - Throws: kind `badRequest` for a name that is not a token, a value with a control character, or a name that the
    ///   client itself owns (`Host`, `Content-Length`, `Transfer-Encoding`, `Connection`, `Expect`).
    package mutating func add(_ name: String, _ value: String) throws(HTTPError) {
        try Self.check(name, value)
        fields.append(HTTPHeaderField(name: name, value: .plain(value)))
    }

    /// Adds a field whose value must not be seen, such as a token: `add("Authorization", prefix: "Bearer ", token)`.
    ///
    /// Throws like ``add(_:_:)``, without repeating the value.
    package mutating func add(_ name: String, prefix: String = "", _ value: Secret) throws(HTTPError) {
        let whole = prefix.isEmpty ? value : value.withText { Secret(prefix + $0) }
        try whole.withText { text throws(HTTPError) in try Self.check(name, text) }
        fields.append(HTTPHeaderField(name: name, value: .secret(whole)))
    }

    /// Replaces every field of this name. Throws like ``add(_:_:)``.
    package mutating func set(_ name: String, _ value: String) throws(HTTPError) {
        var copy = self
        copy.fields.removeAll { Self.equal($0.name, name) }
        try copy.add(name, value)
        self = copy
    }

    /// Replaces every field of this name. Throws like ``add(_:prefix:_:)``.
    package mutating func set(_ name: String, prefix: String = "", _ value: Secret) throws(HTTPError) {
        var copy = self
        copy.fields.removeAll { Self.equal($0.name, name) }
        try copy.add(name, prefix: prefix, value)
        self = copy
    }

    /// Takes a field that a server sent, whatever it holds.
    mutating func addReceived(_ name: String, _ value: String) {
        fields.append(HTTPHeaderField(name: name, value: .plain(value)))
    }

    /// Only these names, for the hop to another origin.
    func keeping(_ names: Set<String>) -> HTTPHeaders {
        var kept = HTTPHeaders()
        kept.fields = fields.filter { names.contains($0.name.lowercased()) }
        return kept
    }

    private static let owned: Set<String> = ["host", "content-length", "transfer-encoding", "connection", "expect"]

    private static func check(_ name: String, _ value: String) throws(HTTPError) {
        guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
            throw .badRequest("header name is not a token")
        }
        // libcurl sends CR and LF inside a value as they are: more fields, or a second request.
        guard value.utf8.allSatisfy({ $0 == 9 || ($0 >= 32 && $0 != 127) }) else {
            throw .badRequest("value of header \(name) holds a control character")
        }
        guard !owned.contains(name.lowercased()) else {
            throw .badRequest("header \(name) is set by the client itself")
        }
    }

    /// Field names are ASCII, so no Unicode folding and no temporary strings.
    private static func equal(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).allSatisfy { lowercase($0) == lowercase($1) }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// RFC 9110 section 5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
    package var description: String { fields.map(\.description).joined(separator: ", ") }
    package var customMirror: Mirror { Mirror(self, unlabeledChildren: fields.map(\.description)) }
}
