import HTTPClient
import Observability
import Values

/// How one task replaces the token, and the others wait for it.
extension AllowanceSession {
    /// Replaces the token with this number, or waits while another task does; does nothing if that has happened already.
    func renew(from number: Int, refusedWith error: AllowanceError?) async throws(AllowanceError) {
        while held?.number ?? 0 == number {
            switch await renewal.enter() {
            case .cancelled: throw AllowanceError(.cancelled, place: server.origin)
            case .outcome(.failure(let error)) where error.kind == .cancelled: continue
            case .outcome(let outcome): return try outcome.get()
            case .lead:
                let outcome = await renewed(from: number, refusedWith: error)
                renewal.land(outcome)
                return try outcome.get()
            }
        }
    }

    private func renewed(
        from number: Int, refusedWith error: AllowanceError?
    ) async -> Result<Void, AllowanceError> {
        do throws(AllowanceError) {
            guard held?.number ?? 0 == number else { return .success(()) }
            if error == nil, try await refreshed() { return .success(()) }
            // Another process may have signed in meanwhile.
            try await followStore()
            guard held?.number ?? 0 == number else { return .success(()) }
            try await signInAlone(refusedWith: error)
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// Renews a token that is still good.
    ///
    /// - Returns: `false` if only a sign-in can help.
    private func refreshed() async throws(AllowanceError) -> Bool {
        let serverNow = clock.serverTime(at: now())
        guard let held, policy.decision(serverNow: serverNow) == .refresh else { return false }
        policy.refreshTried(serverNow: serverNow)
        do throws(AllowanceError) {
            let signedIn = try await send(.refresh, token: held.signedIn.token, AnswerReader(SignedIn.init)).value
            try await keep(signedIn)
            return true
        } catch {
            if error.kind == .cancelled { throw error }
            if error.kind == .signInRequired { return false }
            // The token is good for some minutes yet: better to use it than to fail.
            logger.warning("could not renew the token", [.reason: .text(error.kind.rawValue)])
            return true
        }
    }

    /// Signs in with the written-down password.
    private func signInAlone(refusedWith error: AllowanceError?) async throws(AllowanceError) {
        guard let source = credentials, let found = try await source.credentials() else {
            if let error { throw error }
            throw await nobody
        }
        // A wrong password stays wrong: asking the server every minute helps nobody.
        if let refused, refused.credentials.isSame(as: found), now() < refused.until {
            throw AllowanceError(.wrongCredentials, place: server.origin)
        }
        do throws(AllowanceError) {
            let call = Call.signIn(email: found.email, password: found.password)
            try await keep(try await send(call, token: nil, AnswerReader(SignedIn.init)).value)
            refused = nil
        } catch {
            if error.kind == .wrongCredentials { refused = (found, now().advanced(by: .seconds(900))) }
            throw error
        }
    }
}
