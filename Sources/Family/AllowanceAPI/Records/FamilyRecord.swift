package import JSON

/// What a family's server keeps beside children and transactions: one value of one kind, such as a savings goal.
package protocol FamilyRecord: Sendable, Equatable {
    /// Unique among its kind on its server.
    var id: Identifier<Self> { get }
    /// Whose it is; `nil` of what is the whole family's or the login's own.
    var child: Child.ID? { get }
    /// Whether the server hides a part of it from this login.
    var isPartial: Bool { get }

    /// Reads it in every spelling that is known of servers.
    init(_ reader: RecordReader) throws(JSONError)

    /// Writes all that is known of it but id and child: what is kept, compared, and printed with `--json`. Amounts and moments are
    /// text, words are in camel case, and nothing is written that changes by itself, such as an age.
    func write(to object: inout JSONObjectWriter)
}

extension FamilyRecord {
    /// Most have nothing to hide.
    package var isPartial: Bool { false }
}
