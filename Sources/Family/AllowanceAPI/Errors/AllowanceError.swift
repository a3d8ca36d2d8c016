import Values

/// Why the family server did not give what was asked for.
///
/// It never holds a token, password or amount; what a server wrote is cut and freed of control characters.
package struct AllowanceError: Error, Sendable, Equatable {
    /// What programs decide by; logs have its raw value.
    package let kind: Kind
    /// The HTTP status, if there was an answer.
    package let status: Int?
    /// What the error's body said.
    package let body: ErrorBody?
    /// The server's origin; empty where no server was asked.
    package let place: String
    /// What was asked, such as `GET /children`, without ids.
    package let route: String
    /// More about this case, for people; may be empty.
    package let detail: String
    /// How long the server asks to wait.
    package let retryAfter: Duration?
    /// The request would have changed something, and nobody can say whether it did: look before repeating it.
    package let outcomeIsUnknown: Bool

    init(
        _ kind: Kind, status: Int? = nil, body: ErrorBody? = nil, place: String = "", route: String = "",
        detail: String = "", retryAfter: Duration? = nil, outcomeIsUnknown: Bool = false
    ) {
        self.kind = kind
        self.status = status
        self.body = body
        self.place = place
        self.route = route
        self.detail = detail
        self.retryAfter = retryAfter
        self.outcomeIsUnknown = outcomeIsUnknown
    }

    static func invalidRequest(_ detail: String) -> AllowanceError {
        AllowanceError(.invalidRequest, detail: detail)
    }

    /// The error of a ``TokenStore`` that can't read or write.
    ///
    /// - Parameters:
    ///   - detail: a sentence with the reason and the file, for people.
    ///   - isFull: whether room on the disk is all that it lacks.
    package static func tokenStoreFailed(_ detail: String, isFull: Bool = false) -> AllowanceError {
        AllowanceError(isFull ? .tokenStoreFull : .tokenStoreFailed, detail: detail)
    }

    /// The error of a ``CredentialSource`` that can't read the password.
    ///
    /// - Parameter detail: a sentence with the reason, the place and what to do, for people.
    package static func passwordUnreadable(_ detail: String) -> AllowanceError {
        AllowanceError(.passwordUnreadable, detail: detail)
    }

    /// What to do about it, for an account whose sign-in is known.
    ///
    /// - Parameter command: signs the account in.
    package func nextStep(signingInBy command: String) -> String {
        switch kind {
        case .signInRequired: "Run `\(command)`."
        case .wrongCredentials: "Correct the password, or run `\(command)`."
        default: nextStep
        }
    }
}
