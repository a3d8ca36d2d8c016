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
    /// What to do about this case, in lower case without a full stop; empty where the kind says it all.
    package let remedy: String
    /// How long the server asks to wait.
    package let retryAfter: Duration?
    /// The request would have changed something, and nobody can say whether it did: look before repeating it.
    package let outcomeIsUnknown: Bool

    init(
        _ kind: Kind, status: Int? = nil, body: ErrorBody? = nil, place: String = "", route: String = "",
        detail: String = "", remedy: String = "", retryAfter: Duration? = nil, outcomeIsUnknown: Bool = false
    ) {
        self.kind = kind
        self.status = status
        self.body = body
        self.place = place
        self.route = route
        self.detail = detail
        self.remedy = remedy
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
    ///   - remedy: what to do about it, in lower case without a full stop; empty where it is the state folder that fails.
    package static func tokenStoreFailed(
        _ detail: String, isFull: Bool = false, remedy: String = ""
    ) -> AllowanceError {
        AllowanceError(isFull ? .tokenStoreFull : .tokenStoreFailed, detail: detail, remedy: remedy)
    }

    /// The error of a ``TokenStore`` or ``CredentialSource`` whose caller has given up.
    package static var cancelled: AllowanceError { AllowanceError(.cancelled) }

    /// The error of a ``CredentialSource`` that can't read the password.
    ///
    /// - Parameters:
    ///   - detail: a sentence with the reason and the place, for people.
    ///   - remedy: what to do about it, in lower case without a full stop.
    package static func passwordUnreadable(_ detail: String, remedy: String) -> AllowanceError {
        AllowanceError(.passwordUnreadable, detail: detail, remedy: remedy)
    }

    /// What to do about it, for an account that is signed in this way.
    package func nextStep(signingInBy way: SignInWay) -> String {
        switch (kind, way.passwordPlace) {
        case (.signInRequired, _): "Run `\(way.command)`."
        case (.wrongCredentials, let place?): "Correct \(place), or the account's `email`."
        case (.wrongCredentials, nil): "Correct the password, or run `\(way.command)`."
        default: nextStep
        }
    }
}

/// How an account is signed in, for next steps.
package struct SignInWay: Sendable {
    /// What a person types.
    package let command: String
    /// Where the configuration has the password, such as `the password in /etc/secret`: it is corrected there, and nobody has to
    /// sign in by hand. `nil` where it has none.
    package let passwordPlace: String?

    package init(command: String = "pocketbell login", passwordPlace: String? = nil) {
        self.command = command
        self.passwordPlace = passwordPlace
    }
}
