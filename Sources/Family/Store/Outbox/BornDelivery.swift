/// A delivery whose first attempt is marked in the commit that causes it. Once that is on the disk, it goes straight to its lane.
package struct BornDelivery: Sendable {
    /// As its row is.
    package let work: DeliveryWork
    /// The newest that was marked before it and has no recorded outcome: it is to be sent sooner.
    let last: DeliveryRow.Number?
    let door: LaneDoor
}

extension [BornDelivery] {
    /// Hands over what one commit bore. Only once that is on the disk, and before any later write returns: a lane that ends or
    /// begins anew takes back by one what is marked, and after it nothing older may arrive.
    package func handOver() {
        for delivery in self { delivery.door.letIn(delivery.work, behind: delivery.last) }
        for door in Set(map(\.door)) { door.ring() }
    }
}
