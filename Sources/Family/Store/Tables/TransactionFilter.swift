package import Values

/// Which transactions a person wants to see.
package struct TransactionFilter: Sendable {
    /// `nil` means all children.
    package var child: ChildRow?
    /// When they were made, on the server's clock; the end itself is not in it.
    package var period: Range<Timestamp>
    /// The newest so many that can be read; below 1 gives none.
    package var limit: Int

    /// - Parameter limit: of rows that can be read.
    package init(child: ChildRow? = nil, period: Range<Timestamp> = .always, limit: Int) {
        self.child = child
        self.period = period
        self.limit = limit
    }
}

extension Range<Timestamp> {
    /// All moments that the store can hold.
    package static var always: Range<Timestamp> { Timestamp(microseconds: .min)..<Timestamp(microseconds: .max) }
}
