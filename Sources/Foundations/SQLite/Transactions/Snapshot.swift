/// A consistent view of the database for the length of one `read`; it does not see later commits.
///
/// It cannot be copied, stored or sent away, so it cannot outlive its closure.
@usableFromInline
package struct Snapshot: ~Copyable, Reading {
    /// A reader's, lent by its thread for as long as the closure runs.
    @usableFromInline package let connection: Connection

    init(_ connection: Connection) { self.connection = connection }
}

@available(*, unavailable)
extension Snapshot: Sendable {}
