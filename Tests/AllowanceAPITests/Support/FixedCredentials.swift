import AllowanceAPI

/// Always the same credentials.
struct FixedCredentials: CredentialSource {
    private let fixed: Credentials

    init(_ credentials: Credentials) { fixed = credentials }

    func credentials() async throws(AllowanceError) -> Credentials? { fixed }
}
