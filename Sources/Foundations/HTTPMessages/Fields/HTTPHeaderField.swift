import Values

/// One header field; prints its value only if that is harmless.
struct HTTPHeaderField: Sendable {
    enum Value: Sendable {
        case plain(String)
        case secret(Secret)
    }

    let name: String
    let value: Value

    /// What a reader of the headers gets.
    var readableValue: String {
        switch value {
        case .plain(let text): text
        case .secret(let secret): secret.description
        }
    }

    /// Lends the value as it is sent.
    func withValue<Result>(_ body: (String) throws(HTTPError) -> Result) throws(HTTPError) -> Result {
        switch value {
        case .plain(let text): try body(text)
        case .secret(let secret): try secret.withText(body)
        }
    }

    /// Carries a secret in every use, so it is never printed, however it was added.
    private static let alwaysSecret: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-gotify-key",
    ]
}

extension HTTPHeaderField: CustomStringConvertible, CustomReflectable {
    var description: String {
        Self.alwaysSecret.contains(name.lowercased()) ? "\(name): <redacted>" : "\(name): \(readableValue)"
    }
    var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}
