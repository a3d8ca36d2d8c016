/// Header fields in order; names compare without case.
///
/// A value of this type can be sent as is: names and values are checked when they are added.
public struct HTTPHeaders: Sendable, Hashable {
    public struct Field: Sendable, Hashable {
        public let name: String
        public let value: String
    }

    public private(set) var fields: [Field] = []

    public init() {}

    /// The first value of this name.
    public subscript(name: String) -> String? {
        fields.first { Self.equal($0.name, name) }?.value
    }

    public func all(_ name: String) -> [String] {
        fields.filter { Self.equal($0.name, name) }.map(\.value)
    }

    /// - Throws: kind `badRequest` for a name that is not a token, a value with CR, LF or NUL, or a name that the client
    ///   itself owns (`Host`, `Content-Length`, `Transfer-Encoding`, `Connection`, `Expect`).
    public mutating func add(_ name: String, _ value: String) throws(HTTPError) {
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte) else {
            throw .badRequest("header name is not a token")
        }
        guard value.utf8.allSatisfy({ $0 == 9 || ($0 >= 32 && $0 != 127) }) else {
            throw .badRequest("value of header \(name) holds a control character")
        }
        guard !Self.owned.contains(name.lowercased()) else {
            throw .badRequest("header \(name) is set by the client itself")
        }
        fields.append(Field(name: name, value: value))
    }

    /// Replaces every field of this name. Throws like ``add(_:_:)``.
    public mutating func set(_ name: String, _ value: String) throws(HTTPError) {
        var copy = self
        copy.fields.removeAll { Self.equal($0.name, name) }
        try copy.add(name, value)
        self = copy
    }

    /// Takes a field that a server sent, whatever it holds.
    mutating func addReceived(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Only these names, for the hop to another origin.
    func keeping(_ names: Set<String>) -> HTTPHeaders {
        var kept = HTTPHeaders()
        kept.fields = fields.filter { names.contains($0.name.lowercased()) }
        return kept
    }

    private static let owned: Set<String> = ["host", "content-length", "transfer-encoding", "connection", "expect"]

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
