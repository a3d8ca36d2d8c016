import Control
package import Store
package import TextFormats
import Values

/// Which rows of a list are wanted.
package struct ListFilter: Sendable {
    let child: String?
    let target: String?
    let states: [State]
    let since: MomentText?
    let until: MomentText?

    /// A delivery's state, in the words of the command line.
    package typealias State = DeliveryRow.State

    /// - Parameters:
    ///   - child: a first name, full name or id.
    ///   - target: a target's name.
    ///   - states: any of these; empty means all.
    ///   - since: the first moment that counts; of a day its midnight.
    ///   - until: the first that counts no more; of a day the next midnight, so that it counts whole.
    package init(
        child: String? = nil, target: String? = nil, states: [State] = [], since: MomentText? = nil,
        until: MomentText? = nil
    ) {
        self.child = child
        self.target = target
        self.states = states
        self.since = since
        self.until = until
    }

    var isEmpty: Bool { query(in: .utc, now: Timestamp(seconds: 0)).isEmpty }

    /// As the program is asked.
    func query(in zone: TimeZone, now: Timestamp) -> [String: String] {
        let wanted = ControlRequest.Filter.allCases.compactMap { name in
            text(of: name, in: zone, now: now).map { (name.rawValue, $0) }
        }
        return Dictionary(uniqueKeysWithValues: wanted)
    }

    private func text(of name: ControlRequest.Filter, in zone: TimeZone, now: Timestamp) -> String? {
        switch name {
        case .target: target
        case .state: states.isEmpty ? nil : states.map(\.rawValue).joined(separator: ",")
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
