package import SQLite
import Values

/// What a person wants to have made, checked by whoever took it.
package struct NewIntent: Sendable, Hashable {
    /// How many may wait at the same time: more are refused, none is dropped.
    package static let limit = 100

    /// Of whoever asks: the same id twice is one intent.
    package let id: IntentRow.ID
    /// Whose login sends it.
    package let account: AccountRow
    /// Of the account's server; `nil` of what is the login's own.
    package let child: ChildRow.ID?
    /// Within the server's bounds.
    package let order: IntentRow.Order
    /// Kept in the same commit, until the order is at its end and a week longer.
    package var photo: [UInt8]?

    /// The account is one whose login is known to be signed in.
    package init(id: IntentRow.ID, account: AccountRow, child: ChildRow.ID?, order: IntentRow.Order) {
        self.id = id
        self.account = account
        self.child = child
        self.order = order
    }

    /// Money that a child gets or gives.
    package init(id: IntentRow.ID, account: AccountRow, child: ChildRow.ID, content: IntentRow.Content) {
        self.init(id: id, account: account, child: child, order: .transaction(content))
    }

    /// What became of it.
    package enum Acceptance: Sendable, Equatable {
        /// It is safe; also one that was before.
        case accepted(IntentRow)
        /// Nothing was kept: this one is open, and excludes it.
        case contested(IntentRow)
        /// As many wait as may.
        case tooMany
        /// The login became another person's, or no longer sees the child.
        case changed
    }
}

extension NewIntent {
    /// Whether there are orders beside which it is not taken while they are open.
    var excludesOthers: Bool { order.record?.deed.excludes.isEmpty == false }

    /// Whether it cannot be taken while that one is open.
    func isExcluded(by open: IntentRow) -> Bool {
        guard let own = order.record, let other = open.order.record else { return false }
        return open.server == account.server && other.record == own.record && own.deed.excludes.contains(other.deed)
    }

    static let insert = Update<NewIntent, Timestamp>(
        "intent.insert",
        """
        INSERT INTO intent (id, account, server, child, deed, kind, amount, category, description, notes, record, owner,
          payload, base, fingerprint, sum, accepted_by, accepted_at, state, due_at)
        SELECT ?1, id, server, ?3, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, user_id, ?17, 'accepted', ?17
        FROM account WHERE id = ?2 AND user_id = ?4 AND (?3 IS NULL OR EXISTS (
          SELECT 1 FROM account_child c WHERE c.account = account.id AND c.server = account.server AND c.child = ?3))
        """)
    static let edit = Update<IntentRow.ID, EditedOrder, Timestamp>(
        "intent.edit",
        """
        UPDATE intent SET amount = ?2, category = ?3, description = ?4, notes = ?5, payload = ?8, base = ?9,
          fingerprint = ?10, sum = ?11, state = 'accepted', attempts = 0, before = NULL, known = NULL, first_sent_at = NULL,
          last_attempt_at = NULL, due_at = ?12, reason = NULL, answered = NULL, txn = NULL, uncovered = 0, fact = NULL,
          settled_at = NULL
        WHERE id = ?1 AND (state = 'parked' OR state = 'accepted' AND first_sent_at IS NULL)
          AND record IS ?6 AND owner IS ?7
        """)
    // One in doubt that was not sent since a person took it up, as of a copy, is looked for: a person who has given it up elsewhere
    // does so here.
    static let discard = Update<IntentRow.ID, Timestamp>(
        "intent.discard",
        """
        UPDATE intent SET state = 'discarded', txn = NULL, uncovered = 0, fact = NULL, settled_at = ?2
        WHERE id = ?1 AND (state = 'parked' OR state = 'accepted' AND first_sent_at IS NULL
          OR state = 'unknown' AND attempts = 0)
        """)
    // What may have been made is looked for before it is sent again.
    static let retry = Update<IntentRow.ID, Timestamp>(
        "intent.retry",
        """
        UPDATE intent SET state = CASE WHEN first_sent_at IS NULL THEN 'accepted' ELSE 'unknown' END, due_at = ?2,
          attempts = 0, reason = NULL, settled_at = NULL
        WHERE id = ?1 AND (state = 'parked' OR state = 'accepted')
        """)
}

extension NewIntent: Bindable {
    /// Binds ?1 to ?16 of the insertion.
    package func bind(to binder: inout Binder) {
        binder.append(id)
        binder.append(account.id)
        binder.append(child)
        binder.append(account.userID)
        binder.append(order.deed)
        binder.append(order.record?.deed.kind.rawValue ?? IntentRow.Order.transactionDeed)
        EditedOrder(id: id, order: order, child: child, acceptedBy: account.userID).bind(to: &binder)
    }
}

/// What an order says, as the table has it.
struct EditedOrder: Bindable {
    let id: IntentRow.ID
    let order: IntentRow.Order
    let child: ChildRow.ID?
    /// The login's id on its server.
    let acceptedBy: String?

    /// Of what the columns say then.
    var sum: String {
        let (content, record) = (order.content, order.record)
        return IntentSum.text(of: [
            id.rawValue, child?.rawValue, order.deed, content.map { "\($0.amount)" }, content?.category,
            content?.description ?? record?.title, content?.notes, record?.record?.rawValue, record?.owner,
            record?.payload, acceptedBy,
        ])
    }

    /// Binds amount, category, description, notes, record, owner, payload, base, fingerprint and sum.
    func bind(to binder: inout Binder) {
        let (content, record) = (order.content, order.record)
        binder.append(content?.amount)
        binder.append(content?.category)
        binder.append(content?.description ?? record?.title)
        binder.append(content?.notes)
        binder.append(record?.record)
        binder.append(record?.owner)
        binder.append(record?.payload)
        binder.append(record?.base)
        binder.append(order.fingerprint(of: child))
        binder.append(sum)
    }
}
