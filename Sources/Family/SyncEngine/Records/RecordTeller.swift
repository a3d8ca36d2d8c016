import AllowanceAPI
import Store
import Values

/// Tells people what an answer has shown of the records of one list, in the commit that stores it.
struct RecordTeller: Sendable {
    private let telling: RecordTelling
    private let key: RecordPlan.Key
    private let account: AccountRow
    private let origin: String
    /// No login of this server has read the list before: what it shows was there first.
    private let isBaseline: Bool
    private let isAfterGap: Bool
    private let serverNow: Timestamp
    private let now: Timestamp

    /// `nil` where nobody hears of such records, or nobody is left to hear of them.
    init?(_ commit: RecordCommit, for account: AccountRow, in transaction: borrowing StoreTransaction) throws {
        let kind = commit.key.kind
        guard kind.declaration.news != nil || kind == .settings, let origin = try transaction.origin(of: account.server)
        else { return nil }
        var readings: [Timestamp] = []
        for list in try transaction.recordLists(kind) where list.owner == commit.key.owner {
            guard let readAt = list.readAt, try transaction.account(list.account)?.server == account.server else {
                continue
            }
            readings.append(readAt)
        }
        telling = commit.telling
        key = commit.key
        self.account = account
        self.origin = origin
        isBaseline = readings.isEmpty
        isAfterGap = readings.max().map { commit.startedAt.duration(since: $0) > kind.declaration.stale } ?? false
        serverNow = commit.startedAt.advanced(by: commit.serverOffset)
        now = commit.now
    }

    /// Tells what has become of a record that says something new.
    ///
    /// - Parameter former: what was known of it before, though it was gone meanwhile.
    func tell(
        _ id: RecordRow.ID, from former: RecordRow?, in transaction: borrowing StoreTransaction
    ) throws -> Telling {
        guard let row = try transaction.record(id, key.kind, on: account.server),
            let child = try child(row, transaction),
            let news = key.kind.declaration.news?(
                RecordTurn(from: former?.content, to: row.content, balance: child.balance)),
            former != nil || isNew(news)
        else { return Telling() }
        let isOld = news.at.map { serverNow.duration(since: $0) > telling.lateAfter } ?? false
        let change = FactChange(
            kind: .record(RecordNews(news, of: row, child)), child: child, origin: origin, isLate: isAfterGap || isOld,
            at: now)
        return try transaction.tell(change, planner: telling.planner)
    }

    /// Tells of an allowance that did not come: decided from what is kept, each time that the child's settings were read.
    func tellMissing(in transaction: borrowing StoreTransaction) throws -> Telling {
        guard key.kind == .settings, !isBaseline,
            let row = try transaction.record(RecordRow.ID(rawValue: key.owner), .settings, on: account.server),
            let child = try child(row, transaction), let schedule = AllowanceSchedule(settings: row.content)
        else { return Telling() }
        let changes = try transaction.records(.allowanceChange, of: child.id).map(\.content)
        let known = try since(row, schedule, in: transaction)
        guard let day = schedule.missed(at: serverNow, known: known, changes: changes) else { return Telling() }
        let period = AllowanceSchedule.start(of: day)..<Timestamp(microseconds: .max)
        let filter = TransactionFilter(child: child, period: period, limit: 1_000)
        guard try !transaction.transactions(matching: filter).contains(where: \.isAllowance) else { return Telling() }
        let news = RecordNews(schedule.news(missing: day), of: row, child, occasion: "\(day)")
        let change = FactChange(kind: .record(news), child: child, origin: origin, isLate: isAfterGap, at: now)
        return try transaction.tell(change, planner: telling.planner)
    }

    /// Since when the settings are known to say that an allowance is paid on these days.
    private func since(
        _ row: RecordRow, _ schedule: AllowanceSchedule, in transaction: borrowing StoreTransaction
    ) throws -> Timestamp {
        var since = row.changedAt
        for revision in try transaction.revisions(of: row.id, .settings, on: row.server).reversed() {
            guard !revision.isGone, AllowanceSchedule(settings: revision.content)?.isAsRegular(as: schedule) == true
            else {
                break
            }
            since = revision.since
        }
        return since
    }

    /// What the first reading of a list shows was there first, unless it began since the account is watched.
    private func isNew(_ news: FamilyNews) -> Bool {
        guard isBaseline else { return true }
        guard let since = news.since, let baseline = account.baselineAt else { return false }
        // Kept records say whole seconds: what began in the watch's own is told rather than missed.
        return since.seconds >= baseline.seconds
    }

    /// `nil` of one that nobody sees any more, or that no scan has read yet: it has no name to be told by.
    private func child(_ row: RecordRow, _ transaction: borrowing StoreTransaction) throws -> ChildRow? {
        guard let id = row.child, let child = try transaction.child(id, on: account.server), !child.isGone else {
            return nil
        }
        return child
    }
}

extension RecordNews {
    /// What became of a kept record.
    init(_ news: FamilyNews, of row: RecordRow, _ child: ChildRow, occasion: String? = nil) {
        let id = row.id.rawValue
        // What can come again is told apart by what the record said then.
        let again = "\(id)|\(occasion ?? "\(row.revision)")"
        let (event, identity, matter): (AlertRow.Event, String, Matter?) =
            switch news.kind {
            case .choreWaiting: (.choreWaiting, id, Matter("chore", id))
            case .choreApproved: (.choreApproved, id, Matter("chore", id))
            case .choreRejected: (.choreRejected, id, Matter("chore", id))
            case .goalReached: (.goalReached, again, nil)
            case .wishAffordable: (.wishAffordable, again, nil)
            // Nothing says what becomes of it.
            case .giftWaiting: (.giftWaiting, id, nil)
            case .allowancePaused: (.allowancePaused, id, Matter("pause", child.id.rawValue))
            case .allowanceResumed: (.allowanceResumed, id, Matter("pause", child.id.rawValue))
            case .allowanceMissing: (.allowanceMissing, again, .allowance(of: child.id))
            }
        self.init(
            event: event, identity: identity, matter: matter,
            balance: news.kind == .wishAffordable ? child.balance : nil, details: news.details(of: id))
    }
}
