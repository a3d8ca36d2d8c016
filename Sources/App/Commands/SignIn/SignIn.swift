import Configuration
import Control
import Daemon
import HTTPClient
import JSON
import Runtime
import Terminal
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

    let account: String?
    let server: String?
    let email: String?
    let name: String?
    let password: Password

    /// - Parameters:
    ///   - account: a configured account.
    ///   - server: with `email`, an account that is not configured.
    ///   - name: how such an account is to be called.
    package init(account: String?, server: String?, email: String?, name: String?, password: Password) {
        self.account = account
        self.server = server
        self.email = email
        self.name = name
        self.password = password
    }
}

/// `pocketbell login` and `logout`: the running program does it, or, when none runs, the command on the program's files.
package enum SignIn {
    /// Signs in, and shows as whom. A running program takes the session up at once.
    package static func run(_ context: CommandContext, _ request: SignInRequest) async -> CommandOutcome {
        do {
            var order = SignInOrder(
                account: request.account, server: request.server, email: request.email, name: request.name)
            // Read with this user's own rights, before anything else is asked.
            order.password = try given(request.password)
            let answer = try await Reception.with(context) { reception in
                if let plain = try reception.plainAddress(of: order) { Output.note("warning: \(plain.sentence)") }
                let first = try await signIn(order, at: reception)
                guard first["signedIn"] != .bool(true) else { return first }
                order.password = try await prompt("Password for \(text(first, "email")): ")
                return try await signIn(order, at: reception)
            }
            try say(answer, context)
            return .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// Removes an account's session; what was recorded stays.
    package static func forget(_ context: CommandContext, account: String) async -> CommandOutcome {
        do {
            try await Reception.with(context) { try await $0.signOut(account) }
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

    private static func signIn(_ order: SignInOrder, at reception: Reception) async throws -> JSONValue {
        let place = order.server.flatMap { try? WatchedAccount.address($0).origin } ?? "the family server"
        return try await Patience.during("signing in at \(place)") { try await reception.signIn(order) }
    }

    private static func given(_ source: SignInRequest.Password) throws -> Secret? {
        switch source {
        case .prompt: nil
        case .standardInput: try SecretInput.standardInput()
        case .file(let path): try SecretReference.file(path).resolve()
        }
    }

    /// A person may think for long: the question has a thread of its own.
    private static func prompt(_ question: String) async throws -> Secret {
        let answer = Promise<Secret, any Error>()
        _ = try ServiceThread(name: "prompt") { answer.keep(Result { try SecretInput.prompt(question) }) }
        return try await answer.valueEvenIfCancelled()
    }

    private static func say(_ answer: JSONValue, _ context: CommandContext) throws {
        guard !context.isJSON else { return Output.line(answer) }
        Output.line(
            "Signed in as \(text(answer, "person")) (\(text(answer, "role"))) at \(text(answer, "server")); "
                + "the account is \(text(answer, "account")).")
    }

    private static func text(_ answer: JSONValue, _ name: String) -> String {
        if case .string(let text)? = answer[name] { text.harmless } else { "" }
    }
}
