import Store

/// What changed facts came to: alerts, and which of their deliveries are born marked.
struct Telling: Sendable {
    private(set) var alerts = 0
    private(set) var born: [BornDelivery] = []

    /// - Parameter deliveries: of a new alert; `nil` for one that was told before.
    mutating func add(_ deliveries: [BornDelivery]?) {
        guard let deliveries else { return }
        alerts += 1
        born += deliveries
    }

    static func += (left: inout Telling, right: Telling) {
        left.alerts += right.alerts
        left.born += right.born
    }
}
