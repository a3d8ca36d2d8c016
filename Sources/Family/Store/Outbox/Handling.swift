/// What became of a person's order about deliveries.
package struct Handling: Sendable, Equatable {
    /// What is to be done.
    package enum Order: String, Sendable, CaseIterable {
        /// Back into the queue, due at once, with the attempts counted from zero, and by itself if it was in a digest.
        case retry
        /// Out of the queue for good.
        case discard
    }

    /// Why an order about a delivery was not followed.
    package enum Refusal: Sendable, Equatable, CustomStringConvertible {
        case unknown(DeliveryRow.Number)
        /// It is on its way just now.
        case underWay(DeliveryRow.Number)
        case settled(DeliveryRow.Number, DeliveryRow.State)

        /// Which delivery it is about.
        package var number: DeliveryRow.Number {
            switch self {
            case .unknown(let number), .underWay(let number), .settled(let number, _): number
            }
        }

        /// For people, with the next step where there is one.
        package var description: String {
            switch self {
            case .unknown(let number): "there is no delivery \(number); see: pocketbell deliveries list"
            case .underWay(let number): "delivery \(number) is being sent just now; look again in a moment"
            case .settled(let number, let state): "delivery \(number) is \(state.rawValue) already"
            }
        }
    }

    /// In the order in which they were named.
    package internal(set) var done: [DeliveryRow.Number] = []
    /// To which these go.
    package internal(set) var targets: Set<String> = []
    /// Why the others were left as they are.
    package internal(set) var refused: [Refusal] = []
}
