import AllowanceAPI
import Runtime

/// Keeps an account's session in its file, beside whose it is and for which server: it applies to nobody else.
final class AccountTokenStore: TokenStore {
    private let file: AccountFile
    private let server: String
    private let email: String?
    private let desktop: DesktopSessions
    private let place: SessionPlace?
    /// The file as it was read last.
    private let read = Lock((stamp: FileStamp, contents: AccountFile.Contents)?.none)

    /// - Parameters:
    ///   - email: who is meant; `nil` takes whoever is signed in.
    ///   - place: where what is saved goes; `nil` keeps it where the session before was, or in the file.
    init(
        file: AccountFile, server: String, email: String?, desktop: DesktopSessions = DesktopSessions(),
        place: SessionPlace? = nil
    ) {
        self.file = file
        self.server = server
        self.email = email
        self.desktop = desktop
        self.place = place
    }

    func load() async throws(AllowanceError) -> SignedIn? {
        switch applying(try contents()) {
        case .file(let signedIn): signedIn
        case .desktop(let session): try await desktop.signedIn(session, of: file)
        case nil: nil
        }
    }

    func save(_ signedIn: SignedIn) async throws(AllowanceError) {
        _ = try await replacing(with: signedIn) { true }
    }

    func save(_ signedIn: SignedIn, insteadOf former: SignedIn?) async throws(AllowanceError) -> Bool {
        try await replacing(with: signedIn) { () throws(AllowanceError) in
            switch applying(try file.contents()) {
            case .file(let kept): SignedIn.isSame(kept, former)
            case .desktop(let session): former != nil && SignedIn.isSame(desktop.lastRead(session), former)
            case nil: former == nil
            }
        }
    }

    var absence: String {
        get async {
            guard let contents = try? contents(), let person = contents.person else { return "" }
            if contents.server != server { return "the session is one at \(contents.server)" }
            guard contents.isOf(email) else { return "the session is that of \(person), not of \(email ?? "")" }
            if case .desktop = contents.session { return "the desktop's secret service does not have it any more" }
            return ""
        }
    }

    /// Writes the file, if what it holds is still what is meant. What the desktop keeps is there before the file names it, and
    /// goes after the file names another.
    private func replacing(
        with signedIn: SignedIn, if isMeant: () throws(AllowanceError) -> Bool
    ) async throws(AllowanceError) -> Bool {
        let session = try await session(keeping: signedIn)
        var former: AccountFile.Session?
        do throws(AllowanceError) {
            let isWritten = try file.locked { () throws(AllowanceError) in
                guard try isMeant() else { return false }
                former = try? file.contents()?.session
                try file.write(.init(server: server, email: email ?? signedIn.email, session: session))
                return true
            }
            await forget(isWritten ? former : session)
            return isWritten
        } catch {
            await forget(session)
            throw error
        }
    }

    /// What cannot be taken away now opens nothing that a file names, and goes with the next sign-out.
    private func forget(_ session: AccountFile.Session?) async {
        if case .desktop(let session) = session { try? await desktop.remove(session, of: file) }
    }

    private func session(keeping signedIn: SignedIn) async throws(AllowanceError) -> AccountFile.Session {
        switch place ?? (try? contents())?.session?.place ?? .file {
        case .file: return .file(signedIn)
        case .desktop: return .desktop(try await desktop.keep(signedIn, of: file))
        }
    }

    /// The session that the file names, if it is this account's.
    private func applying(_ contents: AccountFile.Contents?) -> AccountFile.Session? {
        guard let contents, contents.server == server, contents.isOf(email) else { return nil }
        return contents.session
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
