package import SQLite
package import Values

/// A child as a server last described it.
package struct ChildRow: Sendable, Hashable {
    /// Lower case: servers and clients spell the same id in both cases.
    package struct ID: RawRepresentable, DatabaseValue, Hashable, Sendable, Comparable {
        /// In lower case.
        package let rawValue: String

        /// Makes letters lower case; otherwise unchecked.
        package init(rawValue: String) {
            // Servers write lower case, and lists are long.
            let isLower = rawValue.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A ~= $0) }
            self.rawValue = isLower ? rawValue : rawValue.lowercased()
        }

        /// By the text, so that scans and their tests have one order.
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// With ``id`` the table's key.
    package let server: ServerRow.ID
    /// Unique only on its server.
    package let id: ID
    /// Typed by people: cleaned only where it is shown.
    package var firstName: String
    /// May be empty.
    package var lastName: String
    /// As the server listed it last; never computed here.
    package var balance: Decimal
    /// When the request began that gave this state: an older answer does not replace it.
    package var seenAt: Timestamp
    /// No account sees the child any more; its rows stay.
    package var isGone: Bool
    /// When its history was first taken in; `nil` until then.
    package var baselineAt: Timestamp?

    /// - Parameter seenAt: by this machine's clock.
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

extension ChildRow {
    /// The balance that the server has said last, of the child or with a transaction: a list often comes before the children are
    /// read again, and what it caused is told at once.
    ///
    /// - Parameter newest: the child's newest transaction, with what the server says that the balance was after it.
    package func balance(after newest: TransactionRow?) -> Decimal {
        // History comes with the child, whose balance savings may have moved since.
        guard let newest, newest.source != .baseline, newest.firstSeenAt > seenAt else { return balance }
        return newest.balanceAfter
    }
}

extension ChildRow: RowDecodable, Bindable {
    /// Columns in the order of the queries.
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

    /// Binds ?1 to ?8 of the upsert, in the order of the queries' columns.
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
