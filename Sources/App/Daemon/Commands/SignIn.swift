import AllowanceAPI
import Configuration
import Dashboard
import HTTPClient
import JSON
import Runtime
import Settings
import Terminal
import Values

/// What `login` was asked to do.
package struct SignInRequest: Sendable {
    package enum Password: Sendable {
        case prompt
        case standardInput
        case file(String)
    }

    let account: String?
    let server: String?
    let email: String?
    let name: String?
    let password: Password

    package init(account: String?, server: String?, email: String?, name: String?, password: Password) {
        self.account = account
        self.server = server
        self.email = email
        self.name = name
        self.password = password
    }
}

/// Signing accounts in and out.
package enum SignIn {
    /// `pocketbell login`.
    package static func run(_ context: CommandContext, _ request: SignInRequest) async -> CommandOutcome {
        guard let configuration = context.configuration() else { return .badConfiguration }
        let folder = StateFolder(configuration.state)
        do {
            let account = try account(request, configuration, folder)
            let email = try email(of: account, request)
            try folder.create()
            if let plain = PlainAddress(account.server, account: account.name) {
                Output.note("warning: \(plain.sentence)")
            }
            let password = try await password(request.password, configured: account.password, email: email)
            let clients = HTTPClients()
            let session = account.session(
                http: try clients.client(trusting: account.caFile), folder: folder, log: .quiet)
            let signedIn = try await Patience.during("signing in at \(account.server.origin)") {
                try await session.signIn(email: email, password: password)
            }
            await clients.close()
            await Inquiry.tell(folder, ControlRequest(.post, ["accounts", account.name, "signed-in"]))
            say(account, signedIn, context)
            return .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// `pocketbell logout`.
    package static func forget(_ context: CommandContext, account: String) -> CommandOutcome {
        guard let configuration = context.configuration() else { return .badConfiguration }
        do {
            guard AccountFile.isName(account),
                try AccountFile(account, in: StateFolder(configuration.state)).remove()
            else { throw unknown(account, configuration) }
            if context.isJSON {
                Output.line(["account": .string(account), "signedIn": false])
            } else {
                Output.line("\(account) is signed out; what was recorded stays.")
            }
            return .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    private static func account(
        _ request: SignInRequest, _ configuration: Configuration, _ folder: StateFolder
    ) throws -> WatchedAccount {
        if let server = request.server {
            let email = try request.email.orThrow(
                DaemonError(.notSignedIn, "--server needs --email", hint: "add --email YOU@EXAMPLE.ORG"))
            let name = request.name ?? request.account ?? String(email.prefix { $0 != "@" })
            guard AccountFile.isName(name) else {
                throw DaemonError(
                    .unknownName, "'\(name.harmless)' cannot be the name of an account",
                    hint: "add --name with letters, digits, dots, dashes and underscores")
            }
            return try WatchedAccount(name: name, server: WatchedAccount.address(server).text, email: email)
        }
        if let name = request.account {
            if let account = configuration.accounts.first(where: { $0.name == name }) {
                return try WatchedAccount(account)
            }
            if AccountFile.isName(name), let known = try WatchedAccount.signedIn(name, in: folder) { return known }
            throw unknown(name, configuration)
        }
        guard configuration.accounts.count == 1, let only = configuration.accounts.first else {
            throw DaemonError(
                .unknownName, "which account is meant?",
                hint: "pocketbell login ACCOUNT, or: pocketbell login --server URL --email ADDRESS")
        }
        return try WatchedAccount(only)
    }

    private static func email(of account: WatchedAccount, _ request: SignInRequest) throws(DaemonError) -> String {
        guard let email = request.email ?? account.email, !email.isEmpty else {
            throw DaemonError(.notSignedIn, "the e-mail address of \(account.name) is not known", hint: "add --email")
        }
        return email
    }

    private static func password(
        _ source: SignInRequest.Password, configured: SecretSource?, email: String
    ) async throws -> Secret {
        switch source {
        case .prompt:
            if let configured { return try configured.resolve() }
            return try await prompt("Password for \(email.harmless): ")
        case .standardInput: return try SecretInput.standardInput()
        case .file(let path): return try SecretReference.file(path).resolve()
        }
    }

    /// A person may think for long: the question has a thread of its own.
    private static func prompt(_ question: String) async throws -> Secret {
        try await withCheckedThrowingContinuation { continuation in
            do throws(ServiceThreadError) {
                _ = try ServiceThread(name: "prompt") {
                    continuation.resume(with: Result { try SecretInput.prompt(question) })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    private static func say(_ account: WatchedAccount, _ signedIn: SignedIn, _ context: CommandContext) {
        guard !context.isJSON else {
            return Output.line([
                "account": .string(account.name), "server": .string(account.server.origin),
                "email": .string(signedIn.email), "role": .string(signedIn.role.word), "signedIn": true,
            ])
        }
        let who = "\(signedIn.firstName) \(signedIn.lastName)".harmless
        Output.line(
            "Signed in as \(who) (\(signedIn.role.word)) at \(account.server.origin); the account is \(account.name).")
    }

    private static func unknown(_ name: String, _ configuration: Configuration) -> DaemonError {
        let known = configuration.accounts.map(\.name)
        return DaemonError(
            .unknownName, "there is no account '\(name.harmless)'",
            hint: known.isEmpty
                ? "sign one in: pocketbell login --server URL --email ADDRESS"
                : "known: \(known.joined(separator: ", "))")
    }
}

extension Optional {
    func orThrow<Failure: Error>(_ failure: @autoclosure () -> Failure) throws(Failure) -> Wrapped {
        guard let self else { throw failure() }
        return self
    }
}
