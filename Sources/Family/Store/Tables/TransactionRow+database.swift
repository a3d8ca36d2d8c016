package import SQLite

extension TransactionRow: RowDecodable, Bindable {
    /// Columns in the order of the queries.
    package init(row: borrowing Row) throws {
        server = try row.value(0)
        id = try row.value(1)
        child = try row.value(2)
        amount = try row.value(3)
        kind = try row.value(4)
        category = try row.value(5)
        description = try row.value(6)
        balanceAfter = try row.value(7)
        createdAt = try row.value(8)
        createdBy = try row.value(9)
        notes = try row.value(10)
        position = try row.value(11)
        firstSeenAt = try row.value(12)
        source = try row.value(13)
        isLate = try row.value(14)
    }

    /// Binds ?1 to ?15 of insert and update, in the order of the queries' columns.
    package func bind(to binder: inout Binder) {
        binder.append(server)
        binder.append(id)
        binder.append(child)
        binder.append(amount)
        binder.append(kind)
        binder.append(category)
        binder.append(description)
        binder.append(balanceAfter)
        binder.append(createdAt)
        binder.append(createdBy)
        binder.append(notes)
        binder.append(position)
        binder.append(firstSeenAt)
        binder.append(source)
        binder.append(isLate)
    }
}
