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
    /// Of the account's server.
    package let child: ChildRow.ID
    /// Within the server's bounds.
    package let content: IntentRow.Content

    /// The account is one whose login is known to be signed in.
    package init(id: IntentRow.ID, account: AccountRow, child: ChildRow.ID, content: IntentRow.Content) {
        self.id = id
        self.account = account
        self.child = child
        self.content = content
    }

    /// What became of it.
    package enum Acceptance: Sendable, Equatable {
        /// It is safe; also one that was before.
        case accepted(IntentRow)
        /// As many wait as may.
        case tooMany
        /// The login became another person's, or no longer sees the child.
        case changed
    }
}

extension NewIntent {
    static let insert = Update<NewIntent, Timestamp>(
        "intent.insert",
        """
        INSERT INTO intent (id, account, server, child, amount, category, description, notes, fingerprint, accepted_by,
          accepted_at, state, due_at)
        SELECT ?1, id, server, ?3, ?4, ?5, ?6, ?7, ?8, user_id, ?10, 'accepted', ?10 FROM account
        WHERE id = ?2 AND user_id = ?9 AND EXISTS (
          SELECT 1 FROM account_child c WHERE c.account = account.id AND c.server = account.server AND c.child = ?3)
        """)
    static let edit = Update<IntentRow.ID, Decimal, String, String, String?, Fingerprint, Timestamp>(
        "intent.edit",
        """
        UPDATE intent SET amount = ?2, category = ?3, description = ?4, notes = ?5, fingerprint = ?6, state = 'accepted',
          attempts = 0, before = NULL, first_sent_at = NULL, last_attempt_at = NULL, due_at = ?7, reason = NULL,
          answered = NULL, txn = NULL, settled_at = NULL
        WHERE id = ?1 AND (state = 'parked' OR state = 'accepted' AND first_sent_at IS NULL)
        """)
    static let discard = Update<IntentRow.ID, Timestamp>(
        "intent.discard",
        """
        UPDATE intent SET state = 'discarded', txn = NULL, settled_at = ?2
        WHERE id = ?1 AND (state = 'parked' OR state = 'accepted' AND first_sent_at IS NULL)
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
    /// Binds ?1 to ?9 of the insertion.
    package func bind(to binder: inout Binder) {
        binder.append(id)
        binder.append(account.id)
        binder.append(child)
        binder.append(content.amount)
        binder.append(content.category)
        binder.append(content.description)
        binder.append(content.notes)
        binder.append(Fingerprint(child: child, amount: content.amount, description: content.description))
        binder.append(account.userID)
    }
}
