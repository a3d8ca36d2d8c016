/// Something that an order is about and that is no longer as it was when the order was given.
package struct OrderContest: Sendable, Hashable {
    /// Stands for the record as a whole, where that is to be taken away, or is.
    package static let removal = "removal"

    /// As records say it, or ``removal``.
    package let field: String
    /// What the record said when the order was given, as JSON text; `nil` for nothing, as of the two others.
    package let base: String?
    /// What is ordered.
    package let local: String?
    /// What the record says now.
    package let server: String?

    /// Each value as JSON text.
    package init(_ field: String, base: String?, local: String?, server: String?) {
        (self.field, self.base, self.local, self.server) = (field, base, local, server)
    }
}
