package import SQLite
package import Values

/// A child as a server last described it.
package struct ChildRow: Sendable, Hashable {
    /// Lower case: servers and clients spell the same id in both cases.
    package struct ID: RawRepresentable, DatabaseValue, Hashable, Sendable, Comparable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue.lowercased() }

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package let server: ServerRow.ID
    package let id: ID
    package var firstName: String
    package var lastName: String
    package var balance: Decimal
    /// When the request began that gave this state: an older answer does not replace it.
    package var seenAt: Timestamp
    /// No account sees the child any more; its rows stay.
    package var isGone: Bool
    /// When its history was first taken in; `nil` until then.
    package var baselineAt: Timestamp?

    package init(
        server: ServerRow.ID, id: ID, firstName: String, lastName: String, balance: Decimal, seenAt: Timestamp,
        isGone: Bool = false, baselineAt: Timestamp? = nil
    ) {
        self.server = server
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
        self.balance = balance
        self.seenAt = seenAt
        self.isGone = isGone
        self.baselineAt = baselineAt
    }
}

extension ChildRow: RowDecodable, Bindable {
    package init(row: borrowing Row) throws {
        server = try row.value(0)
        id = try row.value(1)
        firstName = try row.value(2)
        lastName = try row.value(3)
        balance = try row.value(4)
        seenAt = try row.value(5)
        isGone = try row.value(6)
        baselineAt = try row.value(7)
    }

    package func bind(to binder: inout Binder) {
        binder.append(server)
        binder.append(id)
        binder.append(firstName)
        binder.append(lastName)
        binder.append(balance)
        binder.append(seenAt)
        binder.append(isGone)
        binder.append(baselineAt)
    }
}
