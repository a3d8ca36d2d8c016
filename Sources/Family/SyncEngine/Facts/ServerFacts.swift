package import AllowanceAPI
package import Store

extension AllowanceSession: FactSource {
    /// From the stored sign-in, without a request; `nil` where nobody is signed in or the store of tokens fails.
    package func signedInUser() async -> FactUser? {
        // A store of tokens that fails is told by the questions that need a token.
        guard let account = try? await account(), let user = account.user else { return nil }
        return FactUser(id: user.rawValue, role: account.role.word)
    }

    /// `GET` of the family's children; renews the token first if it has to.
    package func listedChildren() async throws(FactError) -> Reply<[Child]> {
        do throws(AllowanceError) { return try await children() } catch {
            throw FactError(error, error.nextStep(signingInBy: signInWay))
        }
    }

    /// - Throws: kind `notFound` without a request for an id that must not stand in a path.
    package func listedTransactions(
        of child: ChildRow.ID, limit: Int
    ) async throws(FactError) -> Reply<[Transaction]> {
        guard let id = Child.ID(rawValue: child.rawValue) else {
            throw FactError(.notFound, "The id of a child is not one that can be asked for.")
        }
        do throws(AllowanceError) { return try await transactions(of: id, limit: limit) } catch {
            throw FactError(error, error.nextStep(signingInBy: signInWay))
        }
    }
}

extension Child {
    /// By which the store knows it, together with the server.
    package var rowID: ChildRow.ID { ChildRow.ID(id) }
}

extension Transaction {
    /// By which the store knows it, together with the server.
    package var rowID: TransactionRow.ID { TransactionRow.ID(id) }
}

extension FactError {
    /// - Parameter nextStep: of the account that met it.
    init(_ error: AllowanceError, _ nextStep: String) {
        let kind: Kind =
            switch error.kind {
            case .wrongCredentials, .signInRequired: .signInRequired
            case .tooManyRequests: .tooManyRequests
            case .notFound: .notFound
            case .cancelled: .cancelled
            case .unexpectedAnswer: .undecodable
            case .unreachable, .timedOut, .connectionLost, .notTheServer, .truncatedAnswer, .serverFailed,
                .unavailable, .tokenStoreFull:
                .unavailable
            case .anotherPerson, .insecure, .redirected, .notPermitted, .noFamily, .unknownRoute, .noHub,
                .invalidRequest, .conflict,
                .tokenStoreFailed, .passwordUnreadable:
                .refused
            }
        self.init(kind, error.message, nextStep: nextStep, retryAfter: error.retryAfter)
    }
}

extension Hint.Subject {
    /// What a hub message hints at. An id that may be a child's is told apart where the children are known.
    package init(_ hint: HubHint) {
        self =
            switch hint {
            case .child(let child): .child(ChildRow.ID(child))
            case .transaction(let row, let child):
                .transaction(TransactionRow.ID(row), child: child.map(ChildRow.ID.init))
            case .childOrTransaction(let id): .transaction(TransactionRow.ID(rawValue: id))
            case .balance(let child, let balance): .balance(child: ChildRow.ID(child), balance)
            case .something: .something
            }
    }
}

extension ChildRow.ID {
    fileprivate init(_ id: Child.ID) { self.init(rawValue: id.rawValue) }
}

extension TransactionRow.ID {
    fileprivate init(_ id: AllowanceAPI.Transaction.ID) { self.init(rawValue: id.rawValue) }
}
