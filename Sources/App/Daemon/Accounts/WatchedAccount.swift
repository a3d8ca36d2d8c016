package import AllowanceAPI
package import Configuration
package import HTTPClient
import Settings
package import Store
import Values

/// One account that is watched, whether a file names it or only `login` made it known.
package struct WatchedAccount: Sendable {
    /// As the configuration or the person who signed in calls it.
    package let name: String
    /// The family server, as it was written.
    package let server: HTTPURL
    let email: String?
    /// As the configuration has it: a session of anybody else does not apply.
    let configuredEmail: String?
    let password: SecretSource?
    let scanInterval: Duration
    /// Certificates to trust besides the system's; `nil` where those do.
    package let caFile: String?
    let hubPath: String?

    /// Without a configured interval.
    static let standardInterval = Duration.seconds(60)

    /// The accounts of the configuration, or, if it has none, all that are signed in; that may be none. One whose session cannot be
    /// used is not among them: see ``UnreadableSession``. The others go on without it.
    ///
    /// - Throws: `DaemonError` for a server's address that cannot be used.
    package static func all(
        of configuration: Configuration, in folder: StateFolder
    ) throws(DaemonError) -> [WatchedAccount] {
        var accounts: [WatchedAccount] = []
        for account in configuration.accounts { accounts.append(try WatchedAccount(account)) }
        if !accounts.isEmpty { return accounts }
        for name in AccountFile.names(in: folder) {
            if let account = try? signedIn(name, in: folder) { accounts.append(account) }
        }
        return accounts
    }

    /// The names of all that are signed in here, in order.
    package static func names(in folder: StateFolder) -> [String] { AccountFile.names(in: folder) }

    /// An account that only `login` made known; `nil` if it is not there.
    static func signedIn(_ name: String, in folder: StateFolder) throws(DaemonError) -> WatchedAccount? {
        do throws(AllowanceError) {
            guard let contents = try AccountFile(name, in: folder).contents() else { return nil }
            let email = contents.email ?? contents.session?.email
            return try WatchedAccount(name: name, server: contents.server, email: email)
        } catch {
            throw DaemonError(error)
        }
    }

    /// Whether nothing that is watched by would change: who watches the one can go on for the other.
    func isSame(as other: WatchedAccount) -> Bool {
        name == other.name && server.text == other.server.text && email == other.email
            && configuredEmail == other.configuredEmail && scanInterval == other.scanInterval && caFile == other.caFile
            && hubPath == other.hubPath && SecretSource.isSame(password, other.password)
    }

    init(_ account: Configuration.Account) throws(DaemonError) {
        name = account.name
        server = try Self.address(account.server)
        email = account.email
        configuredEmail = account.email
        password = account.password
        scanInterval = account.scan
        caFile = account.certificateAuthorities
        hubPath = account.hub
    }

    init(name: String, server: String, email: String?) throws(AllowanceError) {
        self.name = name
        do throws(HTTPError) {
            self.server = try HTTPURL(server)
        } catch {
            throw .tokenStoreFailed("The session of \(name) names no usable server; sign in again.")
        }
        self.email = email
        configuredEmail = nil
        password = nil
        scanInterval = Self.standardInterval
        caFile = nil
        hubPath = nil
    }

    /// - Throws: `DaemonError` with how an address is written.
    package static func address(_ text: String) throws(DaemonError) -> HTTPURL {
        do throws(HTTPError) {
            return try HTTPURL(text)
        } catch {
            throw DaemonError(
                .configuration, "the server's address cannot be used: \(error.detail)",
                hint: "write it as https://allowance.example.org")
        }
    }

    /// Whether nobody has to type anything more for it: the configuration has its password, or the session of whoever is meant
    /// lies there. One that cannot be read is none.
    package func isReady(in folder: StateFolder) -> Bool {
        if password != nil { return true }
        let contents = try? AccountFile(name, in: folder).contents()
        return contents.map { $0.session != nil && $0.isOf(configuredEmail) } ?? false
    }

    /// The account's session, with what it needs to keep itself signed in.
    ///
    /// - Parameters:
    ///   - loginCommand: what a person types to sign the account in.
    ///   - person: the address of whoever signs in; by default of whom the account belongs to.
    ///   - place: where the session is to be kept; by default where it is.
    ///   - personChanged: called when the session in the folder is another person's, or none, since it was last used.
    package func session(
        http: HTTPClient, folder: StateFolder, log: Log, loginCommand: String? = nil, person: String? = nil,
        place: SessionPlace? = nil, personChanged: @escaping @Sendable () -> Void = {}
    ) -> AllowanceSession {
        let source = password.flatMap { secret in email.map { ConfiguredCredentials(email: $0, password: secret) } }
        return AllowanceSession(
            server: server, http: http, credentials: source,
            tokens: AccountTokenStore(
                file: AccountFile(name, in: folder), server: server.text, email: person ?? email, place: place),
            hubPaths: hubPath.map { [$0] } ?? AllowanceSession.knownHubPaths, logger: log.logger("api"),
            signInWay: SignInWay(
                command: loginCommand ?? "pocketbell login \(name)",
                passwordPlace: source.map { "the password in \($0.password.place)" }),
            personChanged: personChanged)
    }
}

/// The password as the configuration says; it is read anew each time, so that a changed file counts.
private struct ConfiguredCredentials: CredentialSource {
    let email: String
    let password: SecretSource

    func credentials() async throws(AllowanceError) -> Credentials? {
        do throws(SecretSourceError) {
            return Credentials(email: email, password: try password.resolve())
        } catch {
            throw .passwordUnreadable("The password of \(email) cannot be read: \(error.fault).", remedy: error.step)
        }
    }
}

/// A server that is asked without encryption, and not on this machine: whoever is on the way reads password and money.
package struct PlainAddress: Sendable {
    let message: String
    let hint = "write its address with https://, or reach it through an encrypted network of your own"

    /// `nil` for an address that is encrypted, or never leaves this machine.
    package init?(_ server: HTTPURL, account: String) {
        guard !server.isSecure, !server.isLoopback else { return nil }
        message =
            "account \(account) is asked at \(server.origin) without encryption: "
            + "who is on the way can read its password and change what is told"
    }

    /// What is wrong and what to do, in one.
    package var sentence: String { "\(message); \(hint)" }
}

extension SecretSourceError {
    /// What is wrong.
    fileprivate var fault: String { message.range(ofText: "; ").map { String(message[..<$0.lowerBound]) } ?? message }
    /// What to do about it; empty where the message does not say.
    fileprivate var step: String { message.range(ofText: "; ").map { String(message[$0.upperBound...]) } ?? "" }
}
