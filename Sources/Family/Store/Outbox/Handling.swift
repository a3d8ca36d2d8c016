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
    package enum Refusal: Sendable, Equatable {
        /// There is none of this number.
        case unknown(DeliveryRow.Number)
        /// It is on its way just now.
        case underWay(DeliveryRow.Number)
        /// In this state there is nothing to be done.
        case settled(DeliveryRow.Number, DeliveryRow.State)

        /// Which delivery it is about.
        package var number: DeliveryRow.Number {
            switch self {
            case .unknown(let number), .underWay(let number), .settled(let number, _): number
            }
        }
    }

    /// In the order in which they were named.
    package internal(set) var done: [DeliveryRow.Number] = []
    /// To which these go, by target.
    package internal(set) var byTarget: [String: [DeliveryRow.Number]] = [:]
    /// Those of them that were left, since who reads their target may not know of them; the lanes ask again.
    package internal(set) var barred: [DeliveryRow.Number] = []
    /// Why the others were left as they are.
    package internal(set) var refused: [Refusal] = []
}
