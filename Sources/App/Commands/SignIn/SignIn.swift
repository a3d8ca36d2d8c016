import Configuration
import Control
package import Daemon
import HTTPClient
import JSON
import Runtime
import Terminal
import TextFormats
import Values

/// What `login` was asked to do.
package struct SignInRequest: Sendable {
    /// Where the password comes from. There is no option that holds it itself: `ps` would show it.
    package enum Password: Sendable {
        /// The terminal, and only if neither the configuration nor a session makes the question needless.
        case prompt
        /// The first line of standard input.
        case standardInput
        /// The first line of a file that only its owner can read.
        case file(String)
    }

    /// Where the session is kept.
    package typealias Place = SessionPlace

    let account: String?
    let server: String?
    let email: String?
    let name: String?
    let place: Place?
    let password: Password

    /// - Parameters:
    ///   - account: a configured account.
    ///   - server: with `email`, an account that is not configured.
    ///   - name: how such an account is to be called.
    ///   - place: where its session is kept; `nil` leaves that to whoever keeps it.
    package init(
        account: String?, server: String?, email: String?, name: String?, place: Place? = nil, password: Password
    ) {
        self.account = account
        self.server = server
        self.email = email
        self.name = name
        self.place = place
        self.password = password
    }
}

/// `pocketbell login` and `logout`: the running program does it, or, when none runs, the command on the program's files.
package enum SignIn {
    /// Signs in, and shows as whom. A running program takes the session up at once.
    package static func run(_ context: CommandContext, _ request: SignInRequest) async -> CommandOutcome {
        do {
            var order = SignInOrder(
                account: request.account, server: request.server, email: request.email, name: request.name,
                place: request.place)
            // Read with this user's own rights, before anything else is asked.
            order.password = try given(request.password)
            if order.server != nil, order.email == nil, Asking.isPossible { order.email = try await askEmail() }
            try await Reception.with(context) { reception in
                var answer = try await signIn(order, at: reception)
                if case .array(let known)? = answer["known"] {
                    let names = known.compactMap { if case .string(let name) = $0 { name } else { nil } }
                    try await chooseAccount(of: names, awaited: try await reception.awaited(), &order)
                    answer = try await signIn(order, at: reception)
                }
                if answer["signedIn"] != .bool(true) {
                    order.password = try await Asking.secret("Password for \(text(answer, "email")): ")
                    answer = try await signIn(order, at: reception)
                }
                say(answer, next: reception.nextStep(context), context)
            }
            return .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// Removes an account's session; what was recorded stays.
    ///
    /// - Parameter account: `nil` means the only one.
    package static func forget(_ context: CommandContext, account: String?) async -> CommandOutcome {
        do {
            let answer = try await Reception.with(context) { reception in
                let account = if let account { account } else { try only(of: try await reception.accounts()) }
                return try await reception.signOut(account)
            }
            guard !context.isJSON else {
                Output.line(answer)
                return .success
            }
            Output.line("\(text(answer, "account")) is signed out; what was recorded stays.")
            let remark = text(answer, "remark")
            if !remark.isEmpty { Output.warning(remark) }
            return .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    private static func only(of known: [String]) throws(DaemonError) -> String {
        if known.count == 1 { return known[0] }
        guard let first = known.first else { throw DaemonError(.usage, "nobody is signed in") }
        throw DaemonError(
            .usage, "which account is meant? known: \(known.joined(separator: ", "))",
            hint: "name it: pocketbell logout \(first)")
    }

    private static func signIn(_ order: SignInOrder, at reception: Reception) async throws -> JSONValue {
        if order.password != nil, let plain = try reception.plainAddress(of: order) {
            Output.warning(plain.sentence)
        }
        let place = order.server.flatMap { try? WatchedAccount.address($0).origin } ?? "the family server"
        return try await Patience.during("signing in at \(place)") { try await reception.signIn(order) }
    }

    static func given(_ source: SignInRequest.Password) throws -> Secret? {
        switch source {
        case .prompt: nil
        case .standardInput: try SecretInput.standardInput()
        case .file(let path): try SecretInput.pipe(path) ?? SecretReference.file(path).resolve()
        }
    }

    // MARK: What nobody has said yet

    /// Asks which account is meant, or for a new one's server and e-mail.
    ///
    /// - Parameter awaited: those that must sign in, which are meant before others.
    private static func chooseAccount(
        of known: [String], awaited: [String], _ order: inout SignInOrder
    ) async throws {
        guard Asking.isPossible else {
            throw DaemonError(
                .usage,
                "which account is meant?" + (known.isEmpty ? "" : " known: \(known.joined(separator: ", "))"),
                hint: (awaited.first ?? known.first).map { "name it: pocketbell login \($0)" }
                    ?? "pocketbell login --server https://YOUR-SERVER --email YOU@EXAMPLE.ORG")
        }
        let question =
            known.isEmpty
            ? Asking.serverQuestion
            : "Which account: \(known.joined(separator: ", ")), or the address of another one's server? "
        let answer = try await line(question) { text throws(TextFormatError) in
            if known.contains(text) { return text }
            return try Asking.serverAddress(text)
        }
        guard !known.contains(answer) else {
            order.account = answer
            return
        }
        order.server = answer
        if order.email == nil { order.email = try await askEmail() }
    }

    private static func askEmail() async throws -> String {
        try await line(Asking.emailQuestion) { text throws(TextFormatError) in try TextFormat.email.parse(text) }
    }

    /// Asks until the answer has the form that it needs.
    private static func line(
        _ question: String, _ parse: (String) throws(TextFormatError) -> String
    ) async throws -> String {
        guard let answer = try await Asking.until({ try await Asking.line(question) }, is: parse) else {
            throw DaemonError(.usage, "nothing was entered", hint: "pocketbell login --help")
        }
        return answer
    }

    // MARK: What is said

    private static func say(_ answer: JSONValue, next: String?, _ context: CommandContext) {
        guard !context.isJSON else { return Output.line(answer) }
        Output.line(
            "Signed in as \(text(answer, "person")) (\(text(answer, "role"))) at \(text(answer, "server")); "
                + "the account is \(text(answer, "account")).")
        if text(answer, "place") == SessionPlace.desktop.rawValue {
            Output.line("The desktop's secret service keeps the session.")
        }
        if let next { Output.line("Next: \(next)") }
    }

    private static func text(_ answer: JSONValue, _ name: String) -> String {
        if case .string(let text)? = answer[name] { text.harmless } else { "" }
    }
}
