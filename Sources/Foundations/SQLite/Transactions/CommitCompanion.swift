/// Keeps something beside the database that has to follow each commit, such as a file that survives its loss.
///
/// Called on the writer's thread alone, one commit after the other.
package protocol CommitCompanion: Sendable {
    /// Whether the commit that is about to happen is one for it.
    ///
    /// - Parameter tables: that it may change.
    func isConcerned(by tables: Set<String>) -> Bool
    /// The last words of the transaction: what it writes is committed with the rest.
    ///
    /// - Throws: what fails nobody else's changes, unless it undoes the transaction as a full disk does.
    func prepare(in transaction: borrowing WriteTransaction) throws
    /// The commit is on the disk; none of its callers has heard of it yet.
    func committed()
}
