package import AllowanceAPI
package import Store
import Values

/// Where intents become transactions: a server, asked in one account's name.
package protocol TransactionMaker: Sendable {
    /// Sends it once, in the name of who accepted it and of nobody else.
    ///
    /// - Parameter intent: marked: a crash from here on leaves it in doubt.
    func make(_ intent: IntentRow) async -> PushOutcome
}

/// A session that makes transactions.
package struct SessionMaker: TransactionMaker {
    let session: AllowanceSession
    let media: MediaStore?
    let board: SyncBoard?

    /// - Parameters:
    ///   - session: of the account whose intents are sent.
    ///   - media: where the photos are that some of them have.
    ///   - board: shows how far each photo is.
    package init(_ session: AllowanceSession, media: MediaStore? = nil, board: SyncBoard? = nil) {
        (self.session, self.media, self.board) = (session, media, board)
    }

    /// `POST` of one transaction, with the intent's id as its idempotency key.
    package func make(_ intent: IntentRow) async -> PushOutcome {
        guard let child = intent.child.flatMap({ Child.ID(rawValue: $0.rawValue) }),
            let user = User.ID(rawValue: intent.acceptedBy), let content = intent.order.content
        else {
            return .refused("the ids of child and person are not ones that can be sent")
        }
        let amount = content.amount
        do throws(AllowanceError) {
            let new = try NewTransaction(
                child: child, amount: amount.magnitude, kind: amount.isNegative ? .debit : .credit,
                category: content.category, description: content.description, notes: content.notes)
            switch try await session.createTransaction(new, key: intent.id.rawValue, by: user).value {
            case .row(let row): return .made(row.rowID)
            case .anotherRow: return .unclear("the server answered with another row")
            }
        } catch {
            return PushOutcome(error, error.nextStep(signingInBy: session.signInWay))
        }
    }
}

extension PushOutcome {
    /// What a failed request says of its intent.
    ///
    /// - Parameter step: what a person can do about it; may be empty.
    package init(_ error: AllowanceError, _ step: String) {
        if error.outcomeIsUnknown {
            self = .unclear(error.message)
            return
        }
        let sentence = step.isEmpty ? error.message : "\(error.message) \(step)"
        switch error.kind {
        // What the server has refuses what we have: the list says what it is.
        case .conflict: self = .unclear(error.message)
        case .invalidRequest, .notPermitted, .notFound, .unknownRoute, .noFamily, .redirected, .noHub:
            self = .refused(sentence)
        case .tooManyRequests: self = .notMade(sentence, wait: error.retryAfter ?? .seconds(60))
        case .wrongCredentials, .signInRequired, .anotherPerson: self = .notMade(sentence, wait: .seconds(900))
        case .unreachable, .timedOut, .connectionLost, .insecure, .notTheServer, .truncatedAnswer, .unexpectedAnswer,
            .serverFailed, .unavailable, .tokenStoreFailed, .tokenStoreFull, .passwordUnreadable, .cancelled:
            self = .notMade(sentence, wait: nil)
        }
    }
}
