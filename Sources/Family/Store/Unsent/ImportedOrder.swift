import SQLite
package import Values

/// An order that another store, or this one long ago, has written down, as it is to be taken in.
package struct ImportedOrder: Sendable {
    /// What a person wants.
    package let id: IntentRow.ID
    package var order: IntentRow.Order
    /// Whose it is; `nil` of what is a login's own.
    package let child: ChildRow.ID?
    /// Who sends it: this person of this server, and nobody else.
    package let origin: String
    package let acceptedBy: String
    /// How far it had come.
    package let state: IntentRow.State
    /// What was noted on the way, by the names of the columns; those that are not read here go.
    package let notes: [String: UnsentOrder.Value]
    /// Its picture; `nil` for none, or one that was lost.
    package let photo: [UInt8]?

    /// Unchecked.
    package init(
        id: IntentRow.ID, order: IntentRow.Order, child: ChildRow.ID?, origin: String, acceptedBy: String,
        state: IntentRow.State, notes: [String: UnsentOrder.Value], photo: [UInt8]?
    ) {
        (self.id, self.order, self.child, self.origin) = (id, order, child, origin)
        (self.acceptedBy, self.state, self.notes, self.photo) = (acceptedBy, state, notes, photo)
    }

    /// What became of it.
    package enum Outcome: Sendable, Equatable {
        /// It is safe here.
        case taken
        /// It was here before.
        case known
        /// It has come to its end since it was written down.
        case ended
        /// Nobody whose account this store has may send it.
        case foreign
        /// The login does not see the child, as far as is known here.
        case childless
        /// As many wait as may.
        case tooMany
        /// What it says does not fit together.
        case unusable
    }
}

extension StoredIntents {
    /// Takes an order in that another store has written down, once: what is here, or was sent since as far as the store or its ledger
    /// knows, is not taken again.
    package func take(_ order: ImportedOrder, now: Timestamp) async throws(StoreError) -> ImportedOrder.Outcome {
        let files = MediaStore(store).files
        // Read before the writer is taken: what the ledger knows of an order that is not here does not change any more.
        let line = store.ledger.read().all(.intent).first { $0.text("id") == order.id.rawValue }
        return try await store.write("intent.import") { transaction in
            if let known = try transaction.intent(order.id) {
                return known.state.isEnded ? .ended : .known
            }
            if line?.text("state").flatMap(IntentRow.State.init(rawValue:))?.isEnded == true { return .ended }
            guard let account = try transaction.first(ImportTable.account, order.origin, order.acceptedBy),
                let found = try transaction.account(account)
            else { return .foreign }
            if let child = order.child, try transaction.first(ImportTable.child, account, child) == nil {
                return .childless
            }
            // Those that need a person wait too.
            guard try transaction.first(IntentRow.openCount) ?? 0 < NewIntent.limit else { return .tooMany }
            var row = order.row(for: found, isKnown: line != nil, now: now)
            try transaction.resume(&row)
            guard try transaction.insert(row, into: "intent") else { return .unusable }
            if let photo = order.photo {
                try transaction.keep(
                    photo, as: .unsent, of: found.server, from: order.id.rawValue, in: files, now: now)
            }
            return .taken
        }
    }
}

extension ImportedOrder {
    /// What of the row is taken over as it is: what was noted on the way.
    private static let noted = [
        "accepted_at", "attempts", "first_sent_at", "last_attempt_at", "reason", "answered", "known", "txn",
        "contested",
    ]

    private static let copied = "it comes from another store: the server is asked for it before it is sent"

    /// Has it looked for since it was entered.
    private func doubt(_ cells: inout [String: Cell], now: Timestamp) {
        if state == .accepted { (cells["state"], cells["reason"]) = (.text("unknown"), .text(Self.copied)) }
        (cells["first_sent_at"], cells["last_attempt_at"]) = (cells["accepted_at"], .integer(now.microseconds))
        if order.record != nil, cells["known"] == nil { cells["known"] = .text("") }
    }

    /// - Parameter isKnown: the ledger here knows it, and so whether it was ever sent. Of others whoever had them may have sent them
    ///   since they were written down.
    fileprivate func row(for account: AccountRow, isKnown: Bool, now: Timestamp) -> TableRow {
        var cells: [String: Cell] = ["id": .text(id.rawValue), "accepted_by": .text(acceptedBy)]
        cells["account"] = .integer(Int64(account.id.rawValue))
        cells["server"] = .integer(Int64(account.server.rawValue))
        cells["child"] = child.map { .text($0.rawValue) } ?? .null
        cells["state"] = .text(state.rawValue)
        cells["deed"] = .text(order.deed)
        cells["kind"] = .text(order.record?.deed.kind.rawValue ?? IntentRow.Order.transactionDeed)
        cells["description"] = .text(order.content?.description ?? order.record?.title ?? "")
        cells["due_at"] = .integer(now.microseconds)
        cells["accepted_at"] = .integer(now.microseconds)
        for name in Self.noted {
            switch notes[name] {
            case .text(let text): cells[name] = .text(text)
            case .integer(let number): cells[name] = .integer(number)
            case nil: continue
            }
        }
        if !isKnown, cells["first_sent_at"] == nil { doubt(&cells, now: now) }
        if let content = order.content {
            cells["amount"] = .text("\(content.amount)")
            cells["category"] = .text(content.category)
            cells["notes"] = content.notes.map { .text($0) } ?? .null
            cells["fingerprint"] = order.fingerprint(of: child).map { .text($0.rawValue) } ?? .null
            // Rows of any position may be it: what that was in the other store says nothing here.
            if cells["first_sent_at"] != nil { cells["before"] = .integer(0) }
            cells["known"] = nil
        } else if let record = order.record {
            cells["record"] = record.record.map { .text($0.rawValue) } ?? .null
            cells["owner"] = .text(record.owner)
            cells["payload"] = .text(record.payload)
            cells["base"] = record.base.map { .text($0) } ?? .null
            cells["txn"] = nil
        }
        cells["sum"] = .text(IntentSum.text(of: TableRow(cells)))
        return TableRow(cells)
    }
}

private enum ImportTable {
    static let account = Query<AccountRow.ID, String, String>(
        "import.account",
        """
        SELECT a.id FROM account a JOIN server s ON s.id = a.server WHERE s.origin = ?1 AND a.user_id = ?2
        ORDER BY a.id LIMIT 1
        """)
    static let child = Query<Int, AccountRow.ID, ChildRow.ID>(
        "import.child", "SELECT 1 FROM account_child WHERE account = ?1 AND child = ?2")
}
