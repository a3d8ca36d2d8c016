import AllowanceAPI
import Runtime
import Systemd
import Values

/// The sessions that lie in the desktop's secret service; there is no connection to it before it is needed.
final class DesktopSessions: Sendable {
    private let open: @Sendable () -> SessionBus?
    private let service = Lock(SecretService?.none)
    /// What was read last, so that a locked service does not end a session that is in use.
    private let known = Lock((id: String, signedIn: SignedIn)?.none)

    /// - Parameter open: makes the connection; `nil` where there is no desktop.
    init(_ open: @escaping @Sendable () -> SessionBus? = { SessionBus.ofSession() }) {
        self.open = open
    }

    /// Whether a session can be kept here now without asking anybody.
    var isOpen: Bool {
        get async { await connected()?.isOpen ?? false }
    }

    /// - Throws: `AllowanceError` of kind `tokenStoreFailed` with what a person can do.
    func keep(_ signedIn: SignedIn, of file: AccountFile) async throws(AllowanceError) -> DesktopSession {
        let session = DesktopSession(
            email: signedIn.email, user: signedIn.user?.rawValue, child: signedIn.child?.rawValue)
        try await trying(file.name, "cannot be kept") { service in
            try await service.keep(
                signedIn.stored, label: Self.label(of: file), attributes: file.attributes(session))
        }
        return session
    }

    /// - Returns: `nil` where somebody has taken it away.
    /// - Throws: As ``keep(_:of:)``.
    func signedIn(_ session: DesktopSession, of file: AccountFile) async throws(AllowanceError) -> SignedIn? {
        if let signedIn = lastRead(session) { return signedIn }
        let stored = try await trying(file.name, "cannot be read") { try await $0.secret(file.attributes(session)) }
        let signedIn = stored.flatMap { SignedIn(stored: $0) }
        if let signedIn { known.withLock { $0 = (session.id, signedIn) } }
        return signedIn
    }

    /// What was read as this session; `nil` if that was another one, or none.
    func lastRead(_ session: DesktopSession) -> SignedIn? {
        known.withLock { known in known.flatMap { $0.id == session.id ? $0.signedIn : nil } }
    }

    /// - Parameter session: `nil` takes all of the account away, also what a killed program has left.
    /// - Throws: As ``keep(_:of:)``.
    func remove(_ session: DesktopSession? = nil, of file: AccountFile) async throws(AllowanceError) {
        try await trying(file.name, "cannot be taken away") { try await $0.remove(file.attributes(session)) }
    }

    /// As people see it in the desktop's own program for passwords.
    static func label(of file: AccountFile) -> String { "PocketBell: the session of \(file.name)" }

    private func connected() -> SecretService? {
        service.withLock { service in
            if service == nil { service = open().map { SecretService(bus: $0) } }
            return service
        }
    }

    private func trying<Value: Sendable>(
        _ account: String, _ failure: String, _ body: (SecretService) async throws -> Value
    ) async throws(AllowanceError) -> Value {
        do {
            guard let service = connected() else { throw SecretServiceError.absent }
            return try await body(service)
        } catch is CancellationError {
            throw .cancelled
        } catch {
            let remedy =
                error as? SecretServiceError == .locked
                ? "unlock it, as signing in at the desktop does"
                : "run this in the desktop's session"
            throw .tokenStoreFailed(
                "The session of \(account) \(failure) in the desktop's secret service: \(error).",
                remedy: "\(remedy), or keep sessions in a file: `pocketbell login \(account) --keep-in file`")
        }
    }
}

extension AccountFile {
    /// By which the secret service finds the account's sessions, or one of them.
    fileprivate func attributes(_ session: DesktopSession?) -> [String: String] {
        var attributes = ["application": "pocketbell", "account": name, "folder": folder]
        attributes["session"] = session?.id
        return attributes
    }
}
