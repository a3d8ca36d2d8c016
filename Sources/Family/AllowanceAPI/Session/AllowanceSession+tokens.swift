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
        try await tokens.save(signedIn)
        note(signedIn)
        receive(signedIn, isFresh: true)
        return signedIn
    }

    /// Who is signed in, as far as a token is there; it may have expired.
    package func account() async throws(AllowanceError) -> SignedIn? {
        try await followStore()
        return held?.signedIn
    }

    // MARK: One good token

    func goodToken() async throws(AllowanceError) -> HeldToken {
        try await followStore()
        if policy.decision(serverNow: clock.serverTime(at: now())) != .use {
            try await renew(from: held?.number ?? 0, refusedWith: nil)
        }
        return try await current()
    }

    /// A token other than the refused one.
    func token(after number: Int, refusedWith error: AllowanceError) async throws(AllowanceError) -> HeldToken {
        try await renew(from: number, refusedWith: error)
        return try await current()
    }

    private func current() async throws(AllowanceError) -> HeldToken {
        guard let held else { throw await nobody }
        return HeldToken(token: held.signedIn.token, number: held.number, user: held.signedIn.user)
    }

    /// Nobody is signed in, and why.
    package var nobody: AllowanceError {
        get async { AllowanceError(.signInRequired, place: server.origin, detail: await tokens.absence) }
    }

    /// Keeps a renewed token, unless a person has signed in or out meanwhile: that counts. That it can't be saved costs a
    /// sign-in at the next start, no more.
    func keep(_ signedIn: SignedIn) async throws(AllowanceError) {
        var isKept = true
        do throws(AllowanceError) {
            isKept = try await tokens.save(signedIn, insteadOf: seen ?? nil)
            if isKept { note(signedIn) }
        } catch {
            logger.warning("could not save the token", [.error: .text(error.message)])
        }
        if isKept { receive(signedIn, isFresh: true) } else { try await followStore() }
    }

    /// Takes what the store holds now: another program, or a person, may have signed in or out meanwhile.
    func followStore() async throws(AllowanceError) {
        let looks = storeLooks
        let found: SignedIn?
        do throws(AllowanceError) {
            found = try await tokens.load()
        } catch {
            // Who has a token can go on with it.
            guard held == nil else { return }
            throw error
        }
        // A look that began before something was written may have seen what was there before.
        guard looks == storeLooks else { return try await followStore() }
        if let seen, SignedIn.isSame(seen, found) { return }
        let former = seen
        note(found)
        if let found { receive(found, isFresh: false) } else { drop() }
        if case .some(.some(let former)) = former, !(found?.isSamePerson(as: former) ?? false) { personChanged() }
    }

    private func note(_ signedIn: SignedIn?) {
        seen = .some(signedIn)
        storeLooks += 1
    }

    private func receive(_ signedIn: SignedIn, isFresh: Bool) {
        tokensReceived += 1
        held = (signedIn, tokensReceived)
        policy.tokenReceived(
            expiresAt: signedIn.expiresAt, isFresh: isFresh, serverNow: clock.serverTime(at: now()))
    }

    private func drop() {
        held = nil
        policy.tokenDropped()
    }
}

/// A token to ask with.
struct HeldToken: Sendable {
    let token: Secret
    /// Tells it from the one before.
    let number: Int
    /// Whose it is, as far as the server has said.
    let user: User.ID?

    /// The token, if it is this person's: another's sends nothing in that name.
    ///
    /// - Parameter owner: `nil` for anybody.
    func required(of owner: User.ID?, at place: String) throws(AllowanceError) -> HeldToken {
        guard owner == nil || owner == user else { throw AllowanceError(.anotherPerson, place: place) }
        return self
    }
}
