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
    package func listedChildren() async throws(FactError) -> FactReply<[ListedChild]> {
        do throws(AllowanceError) {
            let reply: Reply<[Child]> = try await children()
            return FactReply(reply) { children in children.map(ListedChild.init) }
        } catch {
            throw FactError(error)
        }
    }

    /// - Throws: kind `notFound` without a request for an id that must not stand in a path.
    package func listedTransactions(
        of child: ChildRow.ID, limit: Int
    ) async throws(FactError) -> FactReply<[ListedTransaction]> {
        guard let id = Child.ID(rawValue: child.rawValue) else {
            throw FactError(.notFound, "The id of a child is not one that can be asked for.")
        }
        do throws(AllowanceError) {
            let reply: Reply<[Transaction]> = try await transactions(of: id, limit: limit)
            return FactReply(reply) { rows in rows.map(ListedTransaction.init) }
        } catch {
            throw FactError(error)
        }
    }
}

extension FactReply {
    init<Answer>(_ reply: Reply<Answer>, _ transform: (Answer) -> Value) {
        self.init(
            value: transform(reply.value), startedAt: reply.startedAt, endedAt: reply.endedAt,
            serverDate: reply.serverDate)
    }
}

extension ListedChild {
    init(_ child: Child) {
        self.init(
            id: ChildRow.ID(rawValue: child.id.rawValue), firstName: child.firstName, lastName: child.lastName,
            balance: child.balance)
    }
}

extension ListedTransaction {
    init(_ row: Transaction) {
        // A kind without a meaning moves the balance as a debit does.
        self.init(
            id: TransactionRow.ID(rawValue: row.id.rawValue), amount: row.amount,
            kind: row.kind == .credit ? .credit : .debit, category: row.category, description: row.description,
            balanceAfter: row.balanceAfter, createdAt: row.createdAt, createdBy: row.createdBy, notes: row.notes)
    }
}
