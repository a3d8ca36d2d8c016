import Store

/// A chore is its title, its id, or how that begins; what was done is called by its chore as long as it waits for a parent.
extension RecordOrdering {
    /// `pocketbell chores add`.
    package static func addChore(
        for child: String, _ words: [String], reward: String?, description: String?, _ terms: Terms
    ) -> Self {
        Self(
            .addChore, child: child,
            fields: ["title": words.joined(separator: " "), "reward": reward, "description": description], terms)
    }

    /// `pocketbell chores done`.
    ///
    /// - Parameter photo: the path of a picture; it is made ready before anything is ordered.
    package static func doneChore(
        _ chore: String, child: String?, notes: String?, photo: String?, _ terms: Terms
    ) -> Self {
        var order = Self(.doneChore, child: child, record: chore, fields: ["notes": notes], terms)
        order.photo = photo
        return order
    }

    /// `pocketbell chores approve`.
    package static func approveChore(_ done: String, child: String?, _ terms: Terms) -> Self {
        Self(.approveChore, child: child, record: done, terms)
    }

    /// `pocketbell chores reject`.
    package static func rejectChore(_ done: String, child: String?, reason: String?, _ terms: Terms) -> Self {
        Self(.rejectChore, child: child, record: done, fields: ["rejection": reason], terms)
    }
}
