import AllowanceAPI

/// Keeps an account's session in its file, beside the server that it belongs to.
struct AccountTokenStore: TokenStore {
    let file: AccountFile
    let server: String

    func load() async throws(AllowanceError) -> SignedIn? {
        guard let contents = try file.contents(), contents.server == server else { return nil }
        return contents.signedIn
    }

    func save(_ signedIn: SignedIn) async throws(AllowanceError) { try file.write(server: server, signedIn) }

    func clear() async throws(AllowanceError) { try file.write(server: server, nil) }
}
