import JSON

/// What a server answered to `refresh`: with status 200 the lifetime, else an error's name.
public struct TokenRefreshReply: Equatable, Sendable {
    private static let lifetime: StaticString = "tokenLifetimeSeconds"

    /// How long the token is taken that was shown; `nil` where it need not be refreshed again.
    public private(set) var tokenLifetime: Duration?
    /// Secret: to be shown in place of the other from now on.
    public private(set) var accessToken: String?
    /// Such as `permission_change_rejected`; cut.
    public private(set) var error: String?

    /// Unknown members are skipped; an empty body says nothing.
    ///
    /// - Throws: `malformed`.
    public init(_ bytes: borrowing Span<UInt8>) throws(HubProtocolError) {
        guard bytes.count > 0 else { return }
        do throws(JSONError) {
            try JSONText.validateUTF8(copy bytes)
            var cursor = JSONCursor()
            try cursor.expect(UInt8(ascii: "{"), bytes)
            var isFirst = true
            while let key = try cursor.nextKey(bytes, isFirst: &isFirst) { try member(key, bytes, &cursor) }
            try cursor.expectEnd(bytes)
        } catch {
            throw HubProtocolError(error)
        }
    }

    private mutating func member(
        _ key: JSONString, _ bytes: borrowing Span<UInt8>, _ cursor: inout JSONCursor
    ) throws(JSONError) {
        if key.equals(Self.lifetime, bytes) {
            tokenLifetime = try NegotiateMembers.lifetime(bytes, &cursor)
        } else if key.equals("accessToken", bytes) {
            let text = try NegotiateMembers.text(bytes, &cursor)
            accessToken = text?.isEmpty == true ? nil : text
        } else if key.equals("error", bytes) {
            error = try NegotiateMembers.text(bytes, &cursor).map(HubProtocolError.cut)
        } else {
            _ = try cursor.skipValue(bytes)
        }
    }
}
