import Control
package import Store
package import TextFormats
import Values

/// Which rows of a list are wanted.
package struct ListFilter: Sendable {
    let child: String?
    let target: String?
    let states: [String]
    let since: MomentText?
    let until: MomentText?
    /// What a list of transactions is asked besides.
    private var match: [ControlRequest.Search: String] = [:]

    /// A delivery's state, in the words of the command line.
    package typealias State = DeliveryRow.State

    /// As a filter has them.
    package static func words(of states: [State]) -> [String] { states.map(\.rawValue) }

    /// What a list shows of a delivery, in the words of the command line: its state, or of one that its target took how much is proven.
    package struct ShownState: RawRepresentable, CaseIterable, Sendable {
        package let rawValue: String

        /// `nil` for what is none of the words.
        package init?(rawValue: String) {
            guard Self.words.contains(rawValue) else { return nil }
            self.rawValue = rawValue
        }

        private init(_ word: String) { rawValue = word }

        private static let words = DeliveryRow.State.allCases.map(\.rawValue) + Proof.askable.map(\.rawValue)
        package static let allCases = words.map { ShownState($0) }
    }

    /// - Parameters:
    ///   - child: a first name, full name or id.
    ///   - target: a target's name.
    ///   - states: any of these words, of ``State`` or of ``ShownState``; empty means all.
    ///   - since: the first moment that counts; of a day its midnight.
    ///   - until: the first that counts no more; of a day the next midnight, so that it counts whole.
    package init(
        child: String? = nil, target: String? = nil, states: [String] = [], since: MomentText? = nil,
        until: MomentText? = nil
    ) {
        self.child = child
        self.target = target
        self.states = states
        self.since = since
        self.until = until
    }

    /// Which way money moved, in the words of the command line.
    package typealias Kind = TransactionRow.Kind

    /// The same, of transactions alone.
    ///
    /// - Parameters:
    ///   - search: words that are in description, category or notes.
    ///   - category: as a list shows it.
    package func matching(search: String?, kind: Kind?, category: String?) -> ListFilter {
        var filter = self
        filter.match[.search] = search
        filter.match[.kind] = kind?.rawValue
        filter.match[.category] = category
        return filter
    }

    var isEmpty: Bool { query(in: .utc, now: Timestamp(seconds: 0)).isEmpty }

    /// As the program is asked.
    func query(in zone: TimeZone, now: Timestamp) -> [String: String] {
        let wanted = ControlRequest.Filter.allCases.compactMap { name in
            text(of: name, in: zone, now: now).map { (name.rawValue, $0) }
        }
        return Dictionary(uniqueKeysWithValues: wanted + match.map { ($0.key.rawValue, $0.value) })
    }

    private func text(of name: ControlRequest.Filter, in zone: TimeZone, now: Timestamp) -> String? {
        switch name {
        case .target: target
        case .state: states.isEmpty ? nil : states.joined(separator: ",")
        case .child: child
        case .since: since.map { Self.text(of: $0.start(in: zone, now: now)) }
        case .until: until.map { Self.text(of: $0.end(in: zone, now: now)) }
        }
    }

    /// Of what lies before the year 1 or after 9999 the nearest that can be written.
    private static func text(of moment: Timestamp) -> String {
        let (first, last) = (Timestamp(seconds: -62_135_596_800), Timestamp(seconds: 253_402_300_799))
        return min(max(moment, first), last).description
    }
}
