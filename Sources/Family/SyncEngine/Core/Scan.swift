package import AllowanceAPI
package import Store
package import Values

/// One scan as a value: which lists are read, in which order, and when it is done.
///
/// A full scan reads the children, then their lists, then the children again; a scan of hinted children starts with
/// their lists, so that an alert is one answer away. The last reading of the balances is the check: a child whose
/// balance moved meanwhile, or that moved since the last check without a row to explain it, is read again, the second
/// time with its whole history, since a row may have appeared below all that was looked at. A scan of hinted children may
/// leave the check to a later one; a scan of no child is a check.
package struct Scan: Sendable {
    /// What is to be done now. Several readings may go on side by side; each is answered by one event.
    package enum Action: Sendable, Equatable {
        /// Answered by ``childrenRead(_:)`` or ``childrenFailed(_:)``.
        case readChildren
        /// Answered by ``transactionsRead(_:of:known:)`` or ``transactionsFailed(_:of:)``.
        case readTransactions(ChildRow.ID, limit: Int)
        /// The child's list is complete: store it.
        case apply(ChildRow.ID, page: [Transaction], isWholeHistory: Bool)
        /// Nothing is left to read.
        case finish(Result)
    }

    /// What a scan came to; also of one that failed, which may have applied some lists.
    package struct Result: Sendable, Equatable {
        /// Why it is not complete; `nil` if it is.
        package internal(set) var failure: FactError?
        /// The children as listed last; `nil` if they were not read.
        package internal(set) var children: [Child]?
        /// Known children that the server lists no longer.
        package internal(set) var missing: Set<ChildRow.ID>
        /// Those whose lists were read to the end.
        package internal(set) var applied: Set<ChildRow.ID>
        /// Those whose lists were read before the children were, by this scan or by one that has left its check to it.
        package internal(set) var compared: Set<ChildRow.ID>
        /// Those whose histories are longer than what is read of any.
        package internal(set) var cut: Set<ChildRow.ID>
        /// Those that are listed and whose lists are not this login's to read.
        package internal(set) var unreadable: Set<ChildRow.ID>
        /// Those that are listed and refused now, though this login could read their lists: then the scan's only failure.
        package internal(set) var refused: Set<ChildRow.ID>

        /// A complete scan that read nothing, unless said otherwise.
        package init(
            failure: FactError? = nil, children: [Child]? = nil, missing: Set<ChildRow.ID> = [],
            applied: Set<ChildRow.ID> = [], compared: Set<ChildRow.ID> = [], cut: Set<ChildRow.ID> = [],
            unreadable: Set<ChildRow.ID> = [], refused: Set<ChildRow.ID> = []
        ) {
            self.failure = failure
            self.children = children
            self.missing = missing
            self.applied = applied
            self.compared = compared
            self.cut = cut
            self.unreadable = unreadable
            self.refused = refused
        }
    }

    /// What the rows that were read since the last check say of a child's balance.
    package struct Tail: Sendable, Equatable {
        /// The store's before the first of them: whoever else writes there moves it meanwhile.
        package let before: Decimal
        /// What the newest rows ended at: those of one second come in any order.
        package var heads: Set<Decimal>
        /// What the rows that are new moved it by.
        package var moved: Decimal

        /// - Parameter before: the store's balance before the first of the rows.
        package init(before: Decimal, heads: Set<Decimal> = [], moved: Decimal = .zero) {
            self.before = before
            self.heads = heads
            self.moved = moved
        }

        fileprivate mutating func take(_ page: [Transaction], new: [Transaction]) {
            heads = Set(page.prefix { $0.createdAt == page.first?.createdAt }.map(\.balanceAfter))
            moved = new.reduce(moved) { $0.adding($1.signedAmount) ?? $0 }
        }

        fileprivate func explains(_ balance: Decimal) -> Bool {
            before.adding(moved) == balance || heads.contains(balance)
        }
    }

    /// What the store knows of a child before the scan.
    package struct KnownChild: Sendable, Equatable {
        /// As the store has it: what the server listed last.
        package let balance: Decimal
        /// How many rows of it the store has; decides the first page's length.
        package let rows: Int
        /// No list of it was ever taken in, by whichever account.
        package let isNew: Bool
        /// This account can read its list as far as it knows: one that it never could, or can no longer, is not missed.
        package let wasRead: Bool

        /// For one account: two may know the same child, and only one of them read its list.
        package init(balance: Decimal, rows: Int, isNew: Bool, wasRead: Bool) {
            self.balance = balance
            self.rows = rows
            self.isNew = isNew
            self.wasRead = wasRead
        }
    }

    /// How often lists are read in one scan at most; what moves on after that is the next scan's.
    package static let maximumRounds = 3

    /// What was asked for, or everything where a hinted child is unknown.
    package let scope: ScanScope
    private let known: [ChildRow.ID: KnownChild]
    private let horizon: Timestamp?
    private let hinted: [ChildRow.ID: Set<TransactionRow.ID>]
    private let leavesCheck: Bool
    /// What each child's list has to be asked for at first, by what sufficed last.
    package private(set) var sufficient: [ChildRow.ID: Int]
    private var reading: [ChildRow.ID: ChildScan] = [:]
    /// Of the children whose lists were read since the last check.
    package private(set) var tails: [ChildRow.ID: Tail]
    private var lookedAgain: Set<ChildRow.ID> = []
    private var notFound: [ChildRow.ID: FactError] = [:]
    private var round = 0
    private var isFinished = false
    private var result = Result()

    /// - Parameters:
    ///   - known: the account's children.
    ///   - horizon: how far back lists are read; `nil` before the first complete scan.
    ///   - hinted: the rows that a scan of hinted children is after, as far as they have names.
    ///   - sufficient: what the scan before said.
    ///   - tails: of the scans that have left their check to this one.
    ///   - leavesCheck: whether a scan of hinted children ends with their lists.
    package init(
        scope: ScanScope, known: [ChildRow.ID: KnownChild], horizon: Timestamp?,
        hinted: [ChildRow.ID: Set<TransactionRow.ID>] = [:], sufficient: [ChildRow.ID: Int] = [:],
        tails: [ChildRow.ID: Tail] = [:], leavesCheck: Bool = false
    ) {
        // Nothing is known of a child that the store does not have: the children have to be read first.
        let isReadable = if case .children(let ids) = scope { ids.allSatisfy { known[$0] != nil } } else { true }
        self.scope = isReadable ? scope : .all
        self.known = known
        self.horizon = horizon
        self.hinted = hinted
        self.sufficient = sufficient
        self.tails = tails
        self.leavesCheck = leavesCheck && isReadable
    }

    /// How many answers it still waits for, as far as it knows now.
    package var remaining: Int {
        guard !isFinished else { return 0 }
        let first = scope.isFull && round == 0 ? 1 + known.count : 0
        return first + reading.count + (leavesCheck ? 0 : 1)
    }

    /// The first actions; to be called once.
    package mutating func start() -> [Action] {
        switch scope {
        case .all, .deep: return [.readChildren]
        case .children(let ids) where ids.isEmpty:
            // The lists were the first round, of other scans.
            round = 1
            return [.readChildren]
        case .children(let ids): return startLists(ids)
        }
    }

    /// - Parameter children: all that the server lists; an empty list is an answer too.
    package mutating func childrenRead(_ children: [Child]) -> [Action] {
        guard !isFinished else { return [] }
        let former = result.children
        result.children = children
        let listed = Set(children.map(\.rowID))
        result.missing = Set(known.keys).subtracting(listed)
        if scope.isFull, round == 0, !listed.isEmpty { return startLists(listed) }
        // A child's login is told of its brothers and sisters and may not read their lists: only a list that it could
        // read before is missed, whatever a parent's login has read.
        result.refused = listed.intersection(notFound.keys).filter { known[$0]?.wasRead == true }
        if let refused = result.refused.min() { return finish(notFound[refused]) }
        result.unreadable = listed.intersection(notFound.keys)
        let wanted = Set(children.filter { notFound[$0.rowID] == nil && isBehind($0, former) }.map(\.rowID))
        return wanted.isEmpty || round >= Self.maximumRounds ? finish(nil) : startLists(wanted)
    }

    /// Ends the scan: without the children nothing can be checked.
    package mutating func childrenFailed(_ error: FactError) -> [Action] { isFinished ? [] : finish(error) }

    /// - Parameters:
    ///   - page: newest first.
    ///   - ids: those of the page that the store had before it.
    package mutating func transactionsRead(
        _ page: [Transaction], of child: ChildRow.ID, known ids: Set<TransactionRow.ID>
    ) -> [Action] {
        guard !isFinished, var scan = reading[child] else { return [] }
        switch scan.read(page, known: ids) {
        case .readAgain(let limit):
            reading[child] = scan
            return [.readTransactions(child, limit: limit)]
        case .finished(let isWholeHistory):
            reading[child] = nil
            if scope.isFull { sufficient[child] = scan.sufficient }
            if scan.isCut { result.cut.insert(child) }
            result.applied.insert(child)
            tails[child, default: Tail(before: known[child]?.balance ?? .zero)].take(
                page, new: page.filter { !ids.contains($0.rowID) })
            return [.apply(child, page: page, isWholeHistory: isWholeHistory)] + next()
        }
    }

    /// The other lists are read to their end all the same. A list that is not found is judged with the children's last
    /// reading.
    package mutating func transactionsFailed(_ error: FactError, of child: ChildRow.ID) -> [Action] {
        guard !isFinished, reading.removeValue(forKey: child) != nil else { return [] }
        result.applied.remove(child)
        if error.kind == .notFound { notFound[child] = error } else { result.failure = result.failure ?? error }
        return next()
    }

    private mutating func startLists(_ ids: Set<ChildRow.ID>) -> [Action] {
        round += 1
        return ids.sorted().map { id in
            // Of a list that this login has never read, or could not for a while, the horizon says nothing.
            let isUnread = known[id].map { $0.isNew || !$0.wasRead } ?? true
            let isWhole = isUnread || scope == .deep || lookedAgain.contains(id)
            if round > 1 { lookedAgain.insert(id) }
            let scan = ChildScan(
                aim: aim(id, isWhole), knownRows: known[id]?.rows ?? 0,
                sufficient: sufficient[id] ?? ChildScan.firstLimit)
            reading[id] = scan
            return .readTransactions(id, limit: scan.limit)
        }
    }

    private func aim(_ id: ChildRow.ID, _ isWhole: Bool) -> ChildScan.Aim {
        guard !isWhole, let horizon else { return .wholeHistory }
        // Once more means that there is something that the hint did not name.
        return scope.isFull || round > 1 ? .since(horizon) : .hinted(hinted[id] ?? [], since: horizon)
    }

    /// Whether the child's list, as far as it was read, may lack what the balance shows.
    private func isBehind(_ child: Child, _ former: [Child]?) -> Bool {
        let id = child.rowID
        guard let known = known[id] else { return !result.applied.contains(id) }
        if let balance = former?.first(where: { $0.id == child.id })?.balance, balance != child.balance { return true }
        return !(tails[id] ?? Tail(before: known.balance)).explains(child.balance)
    }

    private mutating func next() -> [Action] {
        guard reading.isEmpty else { return [] }
        // With a server that fails, asking once more only costs another time limit.
        if let failure = result.failure { return finish(failure) }
        return leavesCheck && round == 1 && notFound.isEmpty ? finish(nil) : [.readChildren]
    }

    private mutating func finish(_ failure: FactError?) -> [Action] {
        isFinished = true
        result.failure = failure
        result.compared = Set(tails.keys)
        if failure == nil, result.children != nil { tails = [:] }
        return [.finish(result)]
    }
}
