import Store
import Values

extension ChildRow {
    /// A child that the store has not seen.
    init(_ listed: ListedChild, on server: ServerRow.ID, seenAt: Timestamp) {
        self.init(
            server: server, id: listed.id, firstName: listed.firstName, lastName: listed.lastName,
            balance: listed.balance, seenAt: seenAt)
    }

    /// Two accounts may read the same child at once: the answer to the later request stands. A wall clock that was set
    /// back must not freeze the row, so that only holds for a while.
    static let orderWindow: Duration = .seconds(600)

    mutating func take(_ listed: ListedChild, seenAt moment: Timestamp) {
        isGone = false
        if moment < seenAt, seenAt.duration(since: moment) < Self.orderWindow { return }
        firstName = listed.firstName
        lastName = listed.lastName
        balance = listed.balance
        seenAt = moment
    }
}
