package import SQLite
import Values

/// A delivery as a person is shown it.
package enum ListedDelivery: Sendable, Equatable {
    case whole(DeliveryWork)
    case unreadable(UnreadableDelivery)

    /// With all that belongs to it; `nil` if some of that cannot be read.
    package var work: DeliveryWork? { if case .whole(let work) = self { work } else { nil } }
}

/// What is left of a delivery whose row, or that of its alert, child or transaction, cannot be read: a bit was flipped, or a
/// newer program wrote it.
package struct UnreadableDelivery: Sendable, Equatable {
    package let number: DeliveryRow.Number
    package let target: String?
    package let state: DeliveryRow.State?
    /// What the last attempt came to, as the row says.
    package let reason: FailureReason?
    package let detail: String?
    /// Which table and column cannot be read, and what is found there.
    package fileprivate(set) var fault = ""

    /// For people.
    package var sentence: String {
        "it cannot be read (\(fault)); a newer version of this program may have written it, or the disk fails"
    }
}

extension UnreadableDelivery: RowDecodable {
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        target = try? row.value(1)
        state = try? row.value(2)
        reason = try? row.value(3)
        detail = try? row.value(4)
    }

    fileprivate static let byNumber = Query<UnreadableDelivery, DeliveryRow.Number>(
        "delivery.remains", "SELECT number, target, state, reason, detail FROM delivery WHERE number = ?1")
}

extension Reading where Self: ~Copyable {
    /// The delivery of this number; `nil` if there is none.
    borrowing func delivery(_ number: DeliveryRow.Number) throws -> ListedDelivery? {
        switch try first(DeliveryWork.byNumber, number) {
        case .whole(let work)?: .whole(try living(work))
        case .unreadable(let fault)?: try remains(of: number, fault)
        case nil: try remains(of: number, "its alert or its child is missing")
        }
    }

    /// The same for people, with who has seen it.
    borrowing func deliveryAsSeen(_ number: DeliveryRow.Number) throws -> ListedDelivery? {
        let found = try delivery(number)
        guard var work = found?.work else { return found }
        work.sightings = try sightings(of: work.alert.key)
        work.toldFirst = try toldFirst(of: work.alert.key, by: work.delivery.rule)
        return .whole(work)
    }

    /// With the state of the child, where that is what is told.
    private borrowing func living(_ work: DeliveryWork) throws -> DeliveryWork {
        guard work.isLiving, let child = work.child else { return work }
        var work = work
        work.newest = try transactions(of: child.id, on: child.server, limit: DeliveryWork.shownTransactions)
        return work
    }

    private borrowing func remains(of number: DeliveryRow.Number, _ fault: String) throws -> ListedDelivery? {
        guard var remains = try first(UnreadableDelivery.byNumber, number) else { return nil }
        remains.fault = fault
        return .unreadable(remains)
    }
}
