import JSON
package import Values

/// A record as it is kept: its kind is known to whoever asked.
package struct RecordFact: Sendable, Equatable {
    /// In lower case; unique among its kind on its server.
    package let id: String
    /// Whose it is; `nil` of what is the whole family's or the login's own.
    package let child: Child.ID?
    /// One JSON object in one spelling, whichever the server's was: two are the same if the records are.
    package let content: String
    /// Where it stands: the smaller the earlier. Below zero of lists that are ordered by time, from 1 of those that keep the
    /// server's order, each for itself.
    package let rank: Int
    /// Whether the server hides a part of it from this login: somebody else's may be told more.
    package let isPartial: Bool

    /// - Parameter rank: of lists that keep the server's order, the place in it.
    package init(id: String, child: Child.ID?, content: String, rank: Int, isPartial: Bool = false) {
        self.id = id
        self.child = child
        self.content = content
        self.rank = rank
        self.isPartial = isPartial
    }

    init(_ record: some FamilyRecord, rank: Int) {
        let content = JSONWriter.object { record.write(to: &$0) }
        self.init(
            id: record.id.rawValue, child: record.child, content: String(decoding: content, as: UTF8.self), rank: rank,
            isPartial: record.isPartial)
    }

    /// Where a record stands in a list that has the newest first, whatever list of the server's it came with.
    ///
    /// - Parameter place: among records of one second, the later the greater; 0 where the server's order does not tell.
    package static func rank(at moment: Timestamp?, place: Int = 0) -> Int {
        min(-1, -(Int(moment?.seconds ?? 0) * perSecond + min(max(place, 0), perSecond - 1)))
    }

    private static let perSecond = 1_000_000
}
