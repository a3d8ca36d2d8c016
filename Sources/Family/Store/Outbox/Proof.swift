/// How much is known of a delivery that its target took, and never more than the target can show.
package enum Proof: String, Sendable, Hashable, CaseIterable, Comparable {
    /// A service or a program took it. Whether it reached anybody, nobody says.
    case accepted
    /// It has reached a device, and was shown there.
    case delivered
    /// A person has acted on it.
    case seen

    package static func < (left: Proof, right: Proof) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .accepted: 0
        case .delivered: 1
        case .seen: 2
        }
    }

    /// What it means, for people.
    package var sentence: String {
        switch self {
        case .accepted: "it was accepted there; whether it reached anybody, this kind of target does not say"
        case .delivered: "it was shown there; whether anybody looked, nobody knows until a person clicks or closes it"
        case .seen: "a person has seen it"
        }
    }
}

extension Proof {
    /// How far a delivery is proven to have come; `nil` of what its target has not taken.
    ///
    /// - Parameters:
    ///   - sightings: of its alert, and of reminders of that.
    ///   - taken: what it proves that this kind of target takes something.
    package init?(of state: DeliveryRow.State, at target: String, seen sightings: [SeenRow], taken: Proof) {
        guard state == .delivered else { return nil }
        self = sightings.contains { $0.by == target } ? .seen : taken
    }
}

extension DeliveryWork {
    /// How far it is proven to have come, as ``Proof`` has it.
    package func proof(taken: Proof) -> Proof? {
        Proof(of: delivery.state, at: delivery.target, seen: sightings, taken: taken)
    }
}
