package import Store

/// Checks what is asked against what the server takes, and keeps it.
package struct EntryTaker: Sendable {
    let add: @Sendable (EntryDraft, ChildRow) async throws -> IntentRow
    let edit: @Sendable (EntryDraft, IntentRow) async throws -> IntentRow

    /// Both throw `ControlAnswer.Refusal` for what cannot be taken; nothing is kept then.
    ///
    /// - Parameters:
    ///   - add: gets whose money moves.
    ///   - edit: gets what it was so far.
    package init(
        add: @escaping @Sendable (EntryDraft, ChildRow) async throws -> IntentRow,
        edit: @escaping @Sendable (EntryDraft, IntentRow) async throws -> IntentRow
    ) {
        self.add = add
        self.edit = edit
    }
}
