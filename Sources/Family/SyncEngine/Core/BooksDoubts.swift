package import Store
package import Values

/// What a server contradicts itself in, from one comparison of whole histories to the next.
package struct BooksDoubts: Sendable, Equatable {
    /// What one comparison found of each child that it compared: a sentence for people, lower case and without a full stop; `nil` where
    /// everything fits together.
    package typealias Findings = [ChildRow.ID: String?]

    /// When it was noticed first; wall time, `nil` if nothing is doubtful.
    package private(set) var since: Timestamp?
    /// When the last comparison left nothing doubtful; wall time, `nil` for not yet.
    package private(set) var agreedAt: Timestamp?
    private var doubtful: [ChildRow.ID: String] = [:]

    /// Nothing was compared yet.
    package init() {}

    /// For people, one for each child; lower case, without a full stop.
    package var sentences: [String] { doubtful.sorted { $0.key < $1.key }.map(\.value) }

    /// Takes what a comparison found. Few scans compare every child: of the others what was found before stands.
    ///
    /// - Parameter findings: of at least one child.
    /// - Returns: Whether it is something else than what was known: then the whole history is worth another look. What stays as it is is
    ///   not looked at again for its sake.
    mutating func take(_ findings: Findings, at wall: Timestamp) -> Bool {
        let before = doubtful
        for (child, sentence) in findings { doubtful[child] = sentence }
        guard !doubtful.isEmpty else {
            (since, agreedAt) = (nil, wall)
            return false
        }
        guard doubtful != before else { return false }
        since = since ?? wall
        return true
    }

    /// Drops children whose lists are nobody's to read any more.
    mutating func forget(_ children: some Sequence<ChildRow.ID>) {
        for child in children { doubtful[child] = nil }
        if doubtful.isEmpty { since = nil }
    }
}
