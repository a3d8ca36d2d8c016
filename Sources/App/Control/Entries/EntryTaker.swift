package import Store

/// Checks what is asked against what the server takes, and keeps it.
package struct EntryTaker: Sendable {
    /// What an order is about.
    package struct Subject: Sendable {
        /// `nil` of what is a login's own.
        package let child: ChildRow?
        /// `nil` of what makes one.
        package let record: RecordRow?

        /// - Parameter record: the child's, if there is a child.
        package init(child: ChildRow?, record: RecordRow?) { (self.child, self.record) = (child, record) }
    }

    let add: @Sendable (EntryDraft, ChildRow) async throws -> IntentRow
    let edit: @Sendable (EntryDraft, IntentRow) async throws -> IntentRow
    let order: @Sendable (OrderDraft, Subject) async throws -> IntentRow
    let take: @Sendable (ImportedOrder) async throws -> ImportedOrder.Outcome
    let resolve: @Sendable (ConflictDraft) async throws -> Void
    let ownChild: @Sendable (String?) async throws -> ChildRow.ID?

    /// All throw `ControlAnswer.Refusal` for what cannot be taken; nothing is kept then.
    ///
    /// - Parameters:
    ///   - add: gets whose money moves.
    ///   - edit: gets what it was so far.
    ///   - order: gets what it is about.
    ///   - take: gets what another store has written down.
    ///   - resolve: gets which of both versions counts.
    ///   - ownChild: gets the name of an account, if a person has said one; tells which child that login is.
    package init(
        add: @escaping @Sendable (EntryDraft, ChildRow) async throws -> IntentRow,
        edit: @escaping @Sendable (EntryDraft, IntentRow) async throws -> IntentRow,
        order: @escaping @Sendable (OrderDraft, Subject) async throws -> IntentRow,
        resolve: @escaping @Sendable (ConflictDraft) async throws -> Void,
        ownChild: @escaping @Sendable (String?) async throws -> ChildRow.ID?,
        take: @escaping @Sendable (ImportedOrder) async throws -> ImportedOrder.Outcome
    ) {
        (self.add, self.edit, self.order, self.take, self.resolve) = (add, edit, order, take, resolve)
        self.ownChild = ownChild
    }
}
