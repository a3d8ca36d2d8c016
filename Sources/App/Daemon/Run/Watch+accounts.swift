import AllowanceAPI
import Configuration
import Control
import HTTPClient
import JSON
import Observability
import Values

extension Watch {
    /// Signs an account in and watches it from now on.
    func signIn(_ order: Secret, _ current: CurrentParts) async -> ControlAnswer {
        do {
            let outcome = try await desk(current.parts).signIn(try SignInOrder(json: order))
            // While the server was asked a reload may have put others in the place of those parts.
            if case .signedIn(let account, _, _) = outcome { try await lookAgain(at: account.name, current.parts) }
            return .value(outcome.json)
        } catch {
            return .refused(because: error)
        }
    }

    /// Signs an account out: from now on nothing is asked with its session.
    func signOut(_ name: String, _ current: CurrentParts) async -> ControlAnswer {
        do {
            let remark = try await desk(current.parts).signOut(name)
            try await lookAgain(at: name, current.parts)
            return .value(SignInDesk.json(signedOut: name, remark))
        } catch {
            return .refused(because: error)
        }
    }

    /// The account's session has changed: what is watched follows.
    func lookAgain(at name: String, _ parts: Parts) async throws {
        let accounts = try WatchedAccount.all(of: parts.configuration, in: folder)
        guard let account = accounts.first(where: { $0.name == name }) else {
            await parts.accounts.remove(name)
            board.keep(only: await parts.accounts.all.map(\.name))
            return changedSessions.lookForFiles()
        }
        try await take(up: account, parts)
    }

    /// Watches who signed in while these parts were made.
    func takeUpNewcomers(_ parts: Parts) async throws {
        let known = Set(await parts.accounts.all.map(\.name))
        for account in try WatchedAccount.all(of: parts.configuration, in: folder) where !known.contains(account.name) {
            try await take(up: account, parts)
        }
    }

    private func take(up account: WatchedAccount, _ parts: Parts) async throws {
        board.set(StatusBoard.Link(), for: account.name)
        await parts.accounts.put(try AccountWatcher(account, self))
        await parts.tryWhatFails(on: board, besides: account)
        log.logger("program").info("the account is watched anew", [.account: .text(account.name)])
    }

    private func desk(_ parts: Parts) -> SignInDesk {
        SignInDesk(configuration: parts.configuration, folder: folder, clients: clients)
    }
}
