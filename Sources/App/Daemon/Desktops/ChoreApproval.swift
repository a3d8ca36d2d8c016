import Cryptography
import JSON
import Relay
import Store

/// A chore that somebody has clicked to approve, as the store knows it.
struct ChoreApproval: Sendable {
    /// What a click comes to.
    enum Step: Sendable, Equatable {
        /// Under this id, so that two clicks are one order.
        case order(IntentRow.ID)
        /// Nothing is ordered; the person hears why.
        case tell(ApprovalNotice.Outcome)
    }

    let child: ChildRow
    let record: RecordRow.ID
    /// Of the alert that told of it.
    let details: String
    /// `nil` where the store has forgotten it.
    let row: RecordRow?
    /// Orders by which it is approved or rejected and that are not at their end.
    let open: [IntentRow]
    /// What became of clicks before, in the order of ``id(_:)``.
    let former: [IntentRow]

    /// As often a click can be given up with `pending discard` and clicked anew.
    private static let most = 16

    /// - Parameter attempt: counts from 0; another one for what a person has given up meanwhile.
    static func id(of record: RecordRow.ID, on server: ServerRow.ID, attempt: Int) -> IntentRow.ID {
        let hash = SHA256.hash(Array("click|approve|\(server.rawValue)|\(record.rawValue)|\(attempt)".utf8))
        let digits = Array("0123456789abcdef")
        return IntentRow.ID(rawValue: String(hash.prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))
    }

    /// Whether the order came from a click.
    static func isClick(_ intent: IntentRow) -> Bool {
        guard let order = intent.order.record, order.deed == .approveChore, let record = order.record else {
            return false
        }
        return (0..<most).contains { id(of: record, on: intent.server, attempt: $0) == intent.id }
    }

    /// Whether nobody has to approve it any more.
    var isSettled: Bool { row?.isGone != false || state != "pendingApproval" }

    /// Decided by what is known here; whatever the server says otherwise decides later.
    var step: Step {
        guard let row, !row.isGone else { return .tell(.refused("the family server lists it no longer")) }
        switch state {
        case "approved": return .tell(.approvedBefore)
        case "rejected": return .tell(.rejectedBefore)
        default: break
        }
        if let order = open.first {
            guard order.state == .parked else { return .tell(.orderedBefore) }
            return .tell(.refused(order.reason ?? "it waits for a person's decision"))
        }
        guard let last = former.last else { return .order(Self.id(of: record, on: child.server, attempt: 0)) }
        // The list that would show it has not been read since.
        if last.state == .confirmed { return .tell(.approvedBefore) }
        guard former.count < Self.most else { return .tell(.refused("it was given up too often")) }
        return .order(Self.id(of: record, on: child.server, attempt: former.count))
    }

    private var state: String? {
        guard let row, case .string(let state)? = (try? JSONValue(parsing: row.content))?["state"] else { return nil }
        return state
    }
}

extension ChoreApproval {
    /// - Parameter target: where it was clicked; `nil` asks for nobody.
    /// - Returns: `nil` where the target was never told of such a chore.
    init?(_ alert: AlertRow.Key, toldAt target: String?, in store: Store) async throws(StoreError) {
        guard let history = try await Explaining(store).matter(ofAlert: alert)?.alerts.first,
            history.alert.event == .choreWaiting, let child = history.child, let details = history.alert.details,
            case .string(let id)? = (try? JSONValue(parsing: details))?["id"],
            target.map({ history.wasTold(at: $0) }) ?? true
        else { return nil }
        let record = RecordRow.ID(rawValue: id)
        (self.child, self.record, self.details) = (child, record, details)
        (row, open, former) = try await store.read("approval") { snapshot in
            let open = try snapshot.openIntents().filter { intent in
                guard let order = intent.order.record, intent.server == child.server else { return false }
                return order.record == record && (order.deed == .approveChore || order.deed == .rejectChore)
            }
            var former: [IntentRow] = []
            for attempt in 0..<Self.most {
                let id = Self.id(of: record, on: child.server, attempt: attempt)
                guard let intent = try snapshot.intent(id) else { break }
                former.append(intent)
            }
            return (try snapshot.record(record, .completion, on: child.server), open, former)
        }
    }
}

extension AlertHistory {
    fileprivate func wasTold(at target: String) -> Bool { targets.contains(target) }

    /// Where it may be on a screen.
    var targets: Set<String> {
        Set(deliveries.compactMap(\.delivery.work?.delivery).filter(\.mayHaveArrived).map(\.target))
    }
}
