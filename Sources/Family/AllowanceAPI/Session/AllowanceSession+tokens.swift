import HTTPClient
import Observability
package import Values

extension AllowanceSession {
    /// A token that is good now and for some minutes more; for the hub, which asks at every attempt to connect.
    package func token() async throws(AllowanceError) -> Secret {
        try await goodToken().token
    }

    /// Signs in with a password and keeps the token.
    ///
    /// - Throws: kind `tokenStoreFailed` too, when the sign-in can't be kept.
    package func signIn(email: String, password: Secret) async throws(AllowanceError) -> SignedIn {
        let signedIn = try await send(
            .signIn(email: email, password: password), token: nil, AnswerReader(SignedIn.init)
        ).value
        refused = nil
        receive(signedIn, isFresh: true)
        try await tokens.save(signedIn)
        return signedIn
    }

    /// Forgets the token. The server goes on taking it until it expires: it has no sign-out.
    package func signOut() async throws(AllowanceError) {
        held = nil
        policy.tokenDropped()
        try await tokens.clear()
    }

    /// Who is signed in, as far as a token is there; it may have expired.
    package func account() async throws(AllowanceError) -> SignedIn? {
        try await loadToken()
        return held?.signedIn
    }

    // MARK: One good token

    typealias Held = (token: Secret, number: Int)

    func goodToken() async throws(AllowanceError) -> Held {
        try await loadToken()
        if policy.decision(serverNow: clock.serverTime(at: now())) != .use {
            try await renew(from: held?.number ?? 0, refusedWith: nil)
        }
        return try current()
    }

    /// A token other than the refused one.
    func token(after number: Int, refusedWith error: AllowanceError) async throws(AllowanceError) -> Held {
        try await renew(from: number, refusedWith: error)
        return try current()
    }

    private func current() throws(AllowanceError) -> Held {
        guard let held else { throw AllowanceError(.signInRequired, place: server.origin) }
        return (held.signedIn.token, held.number)
    }

    /// Keeps a token that nobody waits for: that it can't be saved costs a sign-in at the next start, no more.
    func keep(_ signedIn: SignedIn) async {
        receive(signedIn, isFresh: true)
        do throws(AllowanceError) {
            try await tokens.save(signedIn)
        } catch {
            logger.warning("could not save the token", [.error: .text(error.message)])
        }
    }

    private func receive(_ signedIn: SignedIn, isFresh: Bool) {
        tokensReceived += 1
        held = (signedIn, tokensReceived)
        policy.tokenReceived(
            expiresAt: signedIn.expiresAt, isFresh: isFresh, serverNow: clock.serverTime(at: now()))
    }

    private func loadToken() async throws(AllowanceError) {
        guard held == nil, let stored = try await tokens.load(), held == nil else { return }
        receive(stored, isFresh: false)
    }

    func loadNewerToken() async throws(AllowanceError) -> Bool {
        guard let stored = try await tokens.load() else { return false }
        let isSame = held?.signedIn.token.withText { mine in stored.token.withText { $0 == mine } } ?? false
        guard !isSame else { return false }
        receive(stored, isFresh: false)
        return true
    }
}
