package import AllowanceAPI
package import Configuration
import HTTPClient
package import JSON
import Settings
package import Store
import TextFormats
import Values

/// Signs accounts in and out: in the running program, or in a command's place when none runs.
package struct SignInDesk: Sendable {
    /// Says which accounts there are, unless it has none.
    package let configuration: Configuration
    let folder: StateFolder
    let clients: HTTPClients

    /// - Parameter clients: ask the family servers; whoever made them closes them.
    package init(configuration: Configuration, folder: StateFolder, clients: HTTPClients) {
        self.configuration = configuration
        self.folder = folder
        self.clients = clients
    }

    /// What became of an order.
    package enum Outcome: Sendable {
        /// The session is kept.
        case signedIn(WatchedAccount, SignedIn, keptIn: SessionPlace)
        /// Nobody has written the password down: a person has to give it.
        case passwordNeeded(WatchedAccount, email: String)
        /// The order names no account, and there is not exactly one that it could mean; these are known.
        case accountNeeded(known: [String])

        /// As `login --json` prints it.
        package var json: JSONValue {
            switch self {
            case .signedIn(let account, let signedIn, let place):
                [
                    "account": .string(account.name), "server": .string(account.server.origin),
                    "email": .string(signedIn.email), "role": .string(signedIn.role.word),
                    "person": .string("\(signedIn.firstName) \(signedIn.lastName)"), "signedIn": true,
                    "place": .string(place.rawValue),
                ]
            case .passwordNeeded(let account, let email):
                [
                    "account": .string(account.name), "server": .string(account.server.origin),
                    "email": .string(email), "signedIn": false,
                ]
            case .accountNeeded(let known): ["known": .array(known.map { .string($0) }), "signedIn": false]
            }
        }
    }

    /// Signs in and keeps the session, whoever's it was before.
    package func signIn(_ order: SignInOrder) async throws -> Outcome {
        guard let account = try account(order) else { return .accountNeeded(known: accounts) }
        let email = try email(of: account, order)
        guard let password = try order.password ?? account.password?.resolve() else {
            return .passwordNeeded(account, email: email)
        }
        let place = await place(order, account)
        let session = account.session(
            http: try clients.client(trusting: account.caFile), folder: folder, log: .quiet, person: email,
            place: place)
        do throws(AllowanceError) {
            let signedIn = try await session.signIn(email: email, password: password)
            return .signedIn(account, signedIn, keptIn: place)
        } catch {
            // What was typed is typed again; what is written down is wrong there.
            guard error.kind == .wrongCredentials, order.password == nil else { throw error }
            throw DaemonError(.notSignedIn, error.message, hint: error.nextStep(signingInBy: session.signInWay))
        }
    }

    /// Keeps the session of somebody who has signed in already, as ``signIn(_:)`` does.
    package func keep(_ signedIn: SignedIn, _ order: SignInOrder) async throws {
        guard let account = try account(order) else { throw unknown(order.name ?? "") }
        let tokens = AccountTokenStore(
            file: AccountFile(account.name, in: folder), server: account.server.text,
            email: try email(of: account, order), place: await place(order, account))
        try await tokens.save(signedIn)
    }

    /// Whoever can sign in anew by a written password, in a session without a desktop too, needs no desktop for it.
    private func place(_ order: SignInOrder, _ account: WatchedAccount) async -> SessionPlace {
        if let place = order.place { return place }
        if account.password != nil { return .file }
        // What a desktop has kept goes into a plain file only if a person says so.
        if (try? AccountFile(account.name, in: folder).contents())?.session?.place == .desktop { return .desktop }
        return await DesktopSessions().isOpen ? .desktop : .file
    }

    /// What there is to warn of before a password goes to the server that the order means.
    package func plainAddress(of order: SignInOrder) throws -> PlainAddress? {
        try account(order).flatMap { PlainAddress($0.server, account: $0.name) }
    }

    /// Takes the session away.
    ///
    /// - Returns: a sentence about what the desktop does not let go of, which nothing names any more; mostly `nil`.
    package func signOut(_ name: String) async throws -> String? {
        let configured = configuration.accounts.first { $0.name == name }
        guard configured?.password == nil else {
            throw DaemonError(
                .configuration, "the configuration has the password of \(name), which would sign it in again at once",
                hint: "take 'password:' of the account out of the configuration first")
        }
        let file = AccountFile.isName(name) ? AccountFile(name, in: folder) : nil
        let session = (try? file?.contents())?.session
        guard let file, try file.remove() else {
            guard configured != nil else { throw unknown(name) }
            throw DaemonError(.usage, "the account \(name) is not signed in")
        }
        guard session?.place == .desktop else { return nil }
        do throws(AllowanceError) {
            try await DesktopSessions().remove(of: file)
            return nil
        } catch {
            return
                "\(error.message) The desktop's own program for passwords shows it as “\(DesktopSessions.label(of: file))”."
        }
    }

    /// As `logout --json` prints it.
    package static func json(signedOut name: String, _ remark: String?) -> JSONValue {
        ["account": .string(name), "signedIn": false, "remark": remark.map { .string($0) } ?? .null]
    }

    // MARK: Who is meant

    /// - Returns: `nil` where nothing says which one it is.
    private func account(_ order: SignInOrder) throws -> WatchedAccount? {
        if let server = order.server { return try account(at: server, order) }
        if let name = order.account {
            if let account = configuration.accounts.first(where: { $0.name == name }) {
                return try WatchedAccount(account)
            }
            if AccountFile.isName(name), let known = try WatchedAccount.signedIn(name, in: folder) { return known }
            throw unknown(name)
        }
        let configured = configuration.accounts
        if configured.count == 1, let only = configured.first { return try WatchedAccount(only) }
        let known = configured.isEmpty ? AccountFile.names(in: folder) : []
        if known.count == 1, let only = try WatchedAccount.signedIn(known[0], in: folder) { return only }
        return nil
    }

    /// One that is named by its server; where the configuration has a list of accounts, it decides.
    private func account(at server: String, _ order: SignInOrder) throws -> WatchedAccount {
        guard let email = order.email, !email.isEmpty else {
            throw DaemonError(.usage, "--server needs --email", hint: "add --email YOU@EXAMPLE.ORG")
        }
        let name = order.name ?? order.account ?? Self.name(for: email)
        guard AccountFile.isName(name) else {
            throw DaemonError(
                .usage, "'\(name.harmless)' cannot be the name of an account",
                hint: "add --name with letters, digits, dots, dashes and underscores")
        }
        let account = try WatchedAccount(name: name, server: WatchedAccount.address(server).text, email: email)
        guard !configuration.accounts.isEmpty else {
            if order.name == nil, order.account == nil { try refuseToReplace(account) }
            return account
        }
        let isNamed = order.name != nil || order.account != nil
        // Who is listed under another name is meant all the same, unless somebody has said a name.
        let configured = try configuration.accounts.first { $0.name == name } ?? (isNamed ? nil : listed(account))
        guard let configured else {
            throw DaemonError(
                .configuration,
                "the configuration lists the accounts that are watched, and \(name) is not among them",
                hint: "add it to 'accounts:'\(file), or sign in one of: \(names.joined(separator: ", "))")
        }
        let watched = try WatchedAccount(configured)
        guard watched.server.text == account.server.text else {
            throw DaemonError(
                .configuration, "the configuration has \(name) at \(watched.server.origin)",
                hint: "change 'server:' of the account\(file), or choose another --name")
        }
        return watched
    }

    /// The one of the file with this server and address.
    private func listed(_ account: WatchedAccount) throws -> Configuration.Account? {
        try configuration.accounts.first { listed in
            let watched = try WatchedAccount(listed)
            return watched.server.text == account.server.text
                && watched.configuredEmail?.lowercased() == account.email?.lowercased()
        }
    }

    /// What an account is called where nobody gives it a name: what stands before the '@', as far as a name may hold it.
    package static func name(for email: String) -> String {
        let letters = email.prefix { $0 != "@" }.prefix(64).map { AccountFile.isName("x\($0)") ? String($0) : "-" }
        // A name that began with a dash would be taken for an option.
        let name = String(letters.joined().drop { $0 == "-" })
        return AccountFile.isName(name) ? name : "family"
    }

    /// A name that nobody gave must not put one account in another's place.
    private func refuseToReplace(_ account: WatchedAccount) throws(DaemonError) {
        let known: WatchedAccount?
        do throws(DaemonError) {
            known = try WatchedAccount.signedIn(account.name, in: folder)
        } catch {
            throw DaemonError(
                error.kind, error.message, hint: "add --name \(account.name) to put this account in its place")
        }
        guard let known,
            known.server.text != account.server.text || known.email?.lowercased() != account.email?.lowercased()
        else { return }
        throw DaemonError(
            .usage,
            "the account \(account.name) is \((known.email ?? "somebody").harmless) at \(known.server.origin) already",
            hint: "add --name for another account, or --name \(account.name) to put this one in its place")
    }

    private func email(of account: WatchedAccount, _ order: SignInOrder) throws(DaemonError) -> String {
        guard let email = order.email ?? account.email, !email.isEmpty else {
            throw DaemonError(.notSignedIn, "the e-mail address of \(account.name) is not known", hint: "add --email")
        }
        if let own = account.configuredEmail, own.lowercased() != email.lowercased() {
            throw DaemonError(
                .configuration, "the configuration has \(account.name) as \(own.harmless)",
                hint: "change 'email:' of the account\(file) first")
        }
        return email
    }

    /// The names that an order may use: the configuration's, or, if it has none, those that are signed in.
    package var accounts: [String] { names.isEmpty ? AccountFile.names(in: folder) : names }
    /// Those of them that have to sign in before anything of theirs goes on, as far as a look at the files tells.
    package var awaited: [String] {
        ((try? WatchedAccount.all(of: configuration, in: folder)) ?? []).filter { !$0.isReady(in: folder) }.map(\.name)
    }
    private var file: String { configuration.file.map { " in \($0)" } ?? "" }
    private var names: [String] { configuration.accounts.map(\.name) }

    private func unknown(_ name: String) -> DaemonError {
        let known = accounts
        return DaemonError(
            .usage, "there is no account '\(name.harmless)'",
            hint: known.isEmpty
                ? "sign one in: pocketbell login --server URL --email ADDRESS"
                    + (AccountFile.isName(name) ? " --name \(name)" : "")
                : nearestHint(to: name, in: known))
    }
}
