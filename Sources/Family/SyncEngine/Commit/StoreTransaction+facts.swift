import Store
import Values

extension StoreReading where Self: ~Copyable {
    /// The account's row, which exists as long as its engine does.
    borrowing func knownAccount(_ id: AccountRow.ID) throws -> AccountRow {
        guard let account = try account(id) else {
            throw StoreError(.unexpected, "The store has lost an account.", nextStep: "Start the program again.")
        }
        return account
    }

    /// What a scan has to know of each child that the account sees.
    borrowing func knownChildren(of account: AccountRow.ID) throws -> [ChildRow.ID: Scan.KnownChild] {
        let read = try readChildren(of: account)
        return try children(of: account).reduce(into: [:]) { known, child in
            known[child.id] = Scan.KnownChild(
                balance: child.balance, rows: try transactionCount(of: child.id, on: child.server),
                isNew: child.baselineAt == nil, wasRead: read.contains(child.id))
        }
    }
}

extension StoreTransaction {
    /// The account that the scan reads for; `nil` if the login has become another person's since: nothing that was read
    /// before is stored then.
    borrowing func account(of context: ScanContext) throws -> AccountRow? {
        let account = try knownAccount(context.account)
        return account.userID == context.userID ? account : nil
    }

    /// Asks the rules and stores what they make of the change.
    borrowing func tell(_ change: FactChange, planner: AlertPlanner) throws -> Telling {
        var (told, change) = (Telling(), change)
        change.accounts = try accountNames(reading: change.child)
        for alert in planner(change) { told.add(try insert(alert, for: change)) }
        return told
    }

    borrowing func write(_ settlements: [HintBook.Settlement], at now: Timestamp) throws {
        for settlement in settlements {
            for id in settlement.ids {
                switch settlement.ending {
                case .resolved: try settle(id, as: .resolved, at: now)
                case .reported: try settle(id, as: .reported, at: now)
                case .unanswered(let scans): try setScans(of: id, to: scans)
                }
            }
        }
    }
}

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

    static func + (left: Telling, right: Telling) -> Telling {
        var sum = left
        sum += right
        return sum
    }
}
