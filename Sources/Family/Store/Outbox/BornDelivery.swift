/// A delivery whose first attempt is marked in the commit that causes it. Once that is on the disk, it goes straight to its lane.
package struct BornDelivery: Sendable {
    /// As its row is.
    package let work: DeliveryWork
    /// The newest of the target that was marked before it and has no recorded outcome: that one goes first.
    let previous: DeliveryRow.Number?
    let door: LaneDoor
}

extension [BornDelivery] {
    /// Hands over what one commit bore. Call it once that is on the disk, and before any later write returns: a lane that ends
    /// or begins anew takes back what is marked with such a write, and nothing that was marked before it may arrive afterwards.
    package func handOver() {
        for delivery in self { delivery.door.letIn(delivery.work, behind: delivery.previous) }
        for door in Set(map(\.door)) { door.ring() }
    }
}
