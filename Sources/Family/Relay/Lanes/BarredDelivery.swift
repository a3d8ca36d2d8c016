import Observability
import Store
import Values

/// A delivery that is not told any more: its target was not a child's when it was planned, or another child's.
struct BarredDelivery: Sendable, Equatable {
    let number: DeliveryRow.Number
    let reason: DroppedDelivery.Reason

    /// Why, for people.
    var detail: String {
        switch reason {
        case .otherChild: "its target is a child's by now, and it is about another child"
        case .forParents: "its target is a child's by now, and this is told to parents alone"
        case .aboutProgram: "its target is a child's by now, and it is about the program itself"
        case .notConfigured: "its target is not configured any more"
        }
    }
}

extension Audience {
    /// Those that nobody here may be told, of what was planned for whoever read the target then. Nothing where no child reads.
    ///
    /// - Parameter digests: all that the deliveries are in: their other members are asked about, too.
    func barred(_ works: [DeliveryWork], in digests: [DigestWork], at now: Timestamp) -> [BarredDelivery] {
        guard !children.isEmpty else { return [] }
        var asked: Set<DeliveryRow.Number> = []
        return (works + digests.flatMap(\.members)).compactMap { work in
            guard asked.insert(work.delivery.number).inserted else { return nil }
            let (alert, child) = (work.alert, work.child)
            let subject = FollowUpRow.Subject(event: alert.event, child: child, details: alert.details)
            return refusal(of: Occurrence(subject, at: now)).map {
                BarredDelivery(number: work.delivery.number, reason: $0)
            }
        }
    }
}

extension LaneAssignment {
    /// Ends what its readers may not know of by now, before its first byte.
    ///
    /// - Returns: What it was; the others of a digest wait for a look at it as it is without that.
    func bar(
        _ works: [DeliveryWork], _ digests: [DigestWork] = [], in store: Store, _ logger: Logger, at now: Timestamp
    ) async throws(StoreError) -> Set<DeliveryRow.Number> {
        let barred = audience.barred(works, in: digests, at: now)
        guard !barred.isEmpty else { return [] }
        try await store.write("delivery.bar") { transaction in
            for delivery in barred { try transaction.bar(delivery.number, detail: delivery.detail, now: now) }
        }
        logger.info("what its target's readers may not know is left out", [.count: .integer(barred.count)])
        return Set(barred.map(\.number))
    }
}
