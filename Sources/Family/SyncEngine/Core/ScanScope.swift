package import Store

/// What a scan looks at.
package enum ScanScope: Sendable, Equatable {
    /// The lists of these children; of none: the balances alone, the check that other scans have left.
    case children(Set<ChildRow.ID>)
    /// The list of every child, as far back as rows may have appeared late.
    case all
    /// The whole history of every child.
    case deep

    /// What looks at both.
    package func union(_ other: ScanScope?) -> ScanScope {
        switch (self, other) {
        case (_, nil): self
        case (.deep, _), (_, .deep?): .deep
        case (.all, _), (_, .all?): .all
        case (.children(let left), .children(let right)?): .children(left.union(right))
        }
    }

    /// For logs: the children by their ids alone.
    package var text: String {
        switch self {
        case .children(let ids):
            ids.isEmpty ? "balances" : "children " + ids.map(\.rawValue).sorted().joined(separator: ", ")
        case .all: "all"
        case .deep: "deep"
        }
    }

    /// Whether every child is looked at; only such a scan moves the watermark.
    package var isFull: Bool {
        switch self {
        case .children: false
        case .all, .deep: true
        }
    }
}
