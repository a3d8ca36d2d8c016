import AllowanceAPI
import Runtime

/// Keeps an account's session in its file, beside whose it is and for which server: it applies to nobody else.
final class AccountTokenStore: TokenStore {
    private let file: AccountFile
    private let server: String
    private let email: String?
    /// The file as it was read last.
    private let read = Lock((stamp: FileStamp, contents: AccountFile.Contents)?.none)

    /// - Parameter email: who is meant; `nil` takes whoever is signed in.
    init(file: AccountFile, server: String, email: String?) {
        self.file = file
        self.server = server
        self.email = email
    }

    func load() async throws(AllowanceError) -> SignedIn? { try applying(contents()) }

    func save(_ signedIn: SignedIn) async throws(AllowanceError) {
        try file.locked { () throws(AllowanceError) in try write(signedIn) }
    }

    func save(_ signedIn: SignedIn, insteadOf former: SignedIn?) async throws(AllowanceError) -> Bool {
        try file.locked { () throws(AllowanceError) in
            guard SignedIn.isSame(try applying(file.contents()), former) else { return false }
            try write(signedIn)
            return true
        }
    }

    var absence: String {
        get async {
            guard let contents = try? contents(), let signedIn = contents.signedIn else { return "" }
            if contents.server != server { return "the session is one at \(contents.server)" }
            return contents.isOf(email)
                ? "" : "the session is that of \(contents.person(signedIn)), not of \(email ?? "")"
        }
    }

    private func write(_ signedIn: SignedIn) throws(AllowanceError) {
        try file.write(AccountFile.Contents(server: server, email: email ?? signedIn.email, signedIn: signedIn))
    }

    /// The session in the file, if it is this account's.
    private func applying(_ contents: AccountFile.Contents?) -> SignedIn? {
        guard let contents, contents.server == server, contents.isOf(email) else { return nil }
        return contents.signedIn
    }

    /// Reads the file only if it is another one than before: whoever writes it puts a new one in its place.
    private func contents() throws(AllowanceError) -> AccountFile.Contents? {
        guard let stamp = file.stamp else { return try file.contents() }
        if let known = read.withLock({ $0 }), known.stamp == stamp { return known.contents }
        let contents = try file.contents()
        read.withLock { read in read = contents.map { (stamp, $0) } }
        return contents
    }
}
