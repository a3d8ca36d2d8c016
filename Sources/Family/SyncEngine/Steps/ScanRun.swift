import AllowanceAPI
import Store
import Values

/// A scan under way, from its order to its last commit: what is asked and stored next.
///
/// ``Scan`` plans; here its questions and commits become effects. Several questions may go on side by side, commits come one
/// after the other, and what is answered meanwhile waits.
struct ScanRun: Sendable {
    /// What it came to.
    enum Outcome: Sendable {
        case running
        case ended(Scan.Result)
        /// The login became another person's: what was read is not stored, and nothing is known of that person yet.
        case superseded
    }

    /// What it waits for.
    enum Phase: Sendable {
        case preparing
        /// The store notes who is signed in.
        case identifying(FactUser, then: Next)
        case knowing
        /// Answers to its questions.
        case reading
        case lookingUp(ChildRow.ID, [Transaction])
        case storing(ChildRow.ID, [Transaction], [HintBook.Settlement])
        case learning
        case finishing(ScanCommit, [HintBook.Settlement], Scan.Result)
        case tidying(Scan.Result)
        case over
    }

    enum Next: Sendable {
        case start
        case take(Question.Answer)
    }

    /// Lists that are read at the same time.
    static let limit = 4

    let order: SyncMachine.Order
    /// When the first request began, since the engine was made: what came before it may be answered by the scan.
    let began: Duration
    private(set) var outcome = Outcome.running
    var phase = Phase.preparing
    private var early: EarlyReading?
    var context: ScanContext?
    var plan: Scan
    private var actions: [Scan.Action] = []
    private var asked: Set<Question.ID> = []
    /// Answers that came while the store was at work.
    private var waiting: [(Question.Answer, user: FactUser?)] = []
    /// The children as listed last.
    var listed: Reply<[Child]>?
    /// Transactions that lists have lacked for long enough.
    var gone: [ChildRow.ID: [TransactionRow.ID]] = [:]
    /// Transactions in whose place another one stands.
    var replaced = 0
    /// How many rows each child has, where the server says so.
    var totals: [ChildRow.ID: Int] = [:]
    /// Transactions that nothing announced and nobody entered here.
    var unannounced: [TransactionRow] = []
    /// Histories that were read to their end.
    var books: [ChildRow.ID: BooksCheck] = [:]
    /// Whether lists lack what another reading has to decide about.
    var isUndecided = false
    /// The intents that its lists decide about.
    var settledIntents: Set<IntentRow.ID> = []
    /// When the first request began, by the server's clock.
    var startedAt: Timestamp?

    /// - Parameter early: of the same children, or `nil`.
    init(_ order: SyncMachine.Order, early: EarlyReading?, at elapsed: Duration) {
        self.order = order
        self.early = early
        began = early?.began ?? elapsed
        plan = Scan(scope: order.scope, known: [:], horizon: nil)
    }

    // MARK: Events

    mutating func prepared(
        _ user: FactUser?, _ known: inout AccountKnowledge, at now: SyncMoment
    ) -> [SyncEffect] {
        guard case .preparing = phase else { return [] }
        return identify(user, then: .start, &known, at: now)
    }

    mutating func answered(
        _ id: Question.ID, _ answer: Question.Answer, user: FactUser?, _ known: inout AccountKnowledge,
        at now: SyncMoment
    ) -> [SyncEffect] {
        guard asked.remove(id) != nil else {
            early?.keep(answer, to: id, user: user)
            return []
        }
        waiting.append((answer, user))
        guard case .reading = phase else { return [] }
        return advance(&known, at: now)
    }

    mutating func stored(
        _ answer: StoreTask.Answer, _ known: inout AccountKnowledge, at now: SyncMoment
    ) -> [SyncEffect] {
        switch (phase, answer) {
        case (.identifying(let user, let next), .userNoted(let isAnother)):
            known.user = user
            return isAnother ? supersede() : go(next, &known, at: now)
        case (.knowing, .known(let account, let children)): return start(account, children, &known, at: now)
        case (.lookingUp(let child, let page), .page(let ids)):
            actions += plan.transactionsRead(page, of: child, known: ids)
            return advance(&known, at: now)
        case (.storing(let child, let page, let settlements), .listed(let outcome)):
            guard let outcome else { return supersede() }
            known.login.book.settle(settlements, at: now.elapsed)
            return learn(outcome, of: child, page, &known, at: now)
        case (.learning, .done): return advance(&known, at: now)
        case (.finishing(let commit, let settlements, let result), .scanned(let outcome)):
            guard let outcome else { return supersede() }
            return finished(commit, settlements, result, outcome, &known, at: now)
        case (.tidying(let result), .tidied(let miscounts, let overload)):
            let news: [SyncEffect] = miscounts.isEmpty ? [] : [.tell(.recounted(miscounts))]
            return news + (overload.map { [.tell(.recountFailed($0))] } ?? []) + end(result)
        case (.preparing, _), (.identifying, _), (.knowing, _), (.reading, _), (.lookingUp, _), (.storing, _),
            (.learning, _), (.finishing, _), (.tidying, _), (.over, _):
            return []
        }
    }

    // MARK: Who is signed in

    /// Notes who is signed in, which some logins only tell once they were used.
    ///
    /// A login that now belongs to somebody else sees other children: their history is a baseline again, and what
    /// the scan under way has been told is not stored.
    private mutating func identify(
        _ user: FactUser?, then next: Next, _ known: inout AccountKnowledge, at now: SyncMoment
    ) -> [SyncEffect] {
        guard let user, user != known.user, let place = known.place else { return go(next, &known, at: now) }
        phase = .identifying(user, then: next)
        return [.store(.scan, .noteUser(user, of: place.account, at: now.wall))]
    }

    private mutating func go(_ next: Next, _ known: inout AccountKnowledge, at now: SyncMoment) -> [SyncEffect] {
        switch next {
        case .start:
            guard let place = known.place else { return [] }
            phase = .knowing
            return [.store(.scan, .lookUpAccount(place.account))]
        case .take(let answer):
            context?.userID = known.user?.id
            return take(answer, &known) ?? advance(&known, at: now)
        }
    }

    private mutating func supersede() -> [SyncEffect] {
        (phase, outcome) = (.over, .superseded)
        return []
    }

    mutating func end(_ result: Scan.Result) -> [SyncEffect] {
        (phase, outcome) = (.over, .ended(result))
        return []
    }

    // MARK: Reading

    private mutating func start(
        _ account: AccountRow, _ children: [ChildRow.ID: Scan.KnownChild], _ known: inout AccountKnowledge,
        at now: SyncMoment
    ) -> [SyncEffect] {
        let watermark = account.lastScanStartedAt
        context = ScanContext(
            account: account.id, userID: account.userID, origin: known.origin, planner: known.planner,
            isAfterGap: order.isAfterGap, watermark: watermark, baseline: account.baselineAt)
        plan = known.login.scan(order, children, after: watermark)
        actions = plan.start()
        return advance(&known, at: now)
    }

    /// Does what the plan says, until it waits for an answer or for the store.
    mutating func advance(_ known: inout AccountKnowledge, at now: SyncMoment) -> [SyncEffect] {
        phase = .reading
        var effects: [SyncEffect] = []
        while true {
            while let action = actions.first, asked.count + waiting.count < Self.limit {
                actions.removeFirst()
                switch action {
                case .readChildren: effects.append(ask(.children, &known))
                case .readTransactions(let child, let limit):
                    if let effect = askForTransactions(of: child, limit, &known) { effects.append(effect) }
                case .apply(let child, let page, let isWhole):
                    return effects + apply(page, of: child, isWhole: isWhole, &known, at: now)
                case .finish(let result): return effects + finish(result, &known, at: now)
                }
            }
            guard !waiting.isEmpty else { return effects }
            let (answer, user) = waiting.removeFirst()
            if let user, user != known.user {
                return effects + identify(user, then: .take(answer), &known, at: now)
            }
            context?.userID = known.user?.id
            if let lookUp = take(answer, &known) { return effects + lookUp }
        }
    }

    private mutating func ask(_ kind: Question.Kind, _ known: inout AccountKnowledge) -> SyncEffect {
        let question = known.question(kind)
        asked.insert(question.id)
        return .ask(question)
    }

    /// `nil` if it was asked already.
    private mutating func askForTransactions(
        of child: ChildRow.ID, _ limit: Int, _ known: inout AccountKnowledge
    ) -> SyncEffect? {
        switch early?.take(child, limit: limit) {
        case .answered(let answer, let user)?: waiting.append((answer, user))
        case .asked(let id)?: asked.insert(id)
        case nil: return ask(.transactions(of: child, limit: limit), &known)
        }
        return nil
    }

    /// Tells the plan what was answered. Returns the look at the store that has to come before.
    private mutating func take(_ answer: Question.Answer, _ known: inout AccountKnowledge) -> [SyncEffect]? {
        switch answer {
        case .children(.failure(let error)): actions += plan.childrenFailed(error)
        case .children(.success(let reply)):
            listed = reply
            note(reply, &known)
            actions += plan.childrenRead(reply.value)
        case .transactions(let child, .failure(let error)): actions += plan.transactionsFailed(error, of: child)
        case .transactions(let child, .success(let reply)):
            note(reply, &known)
            totals[child] = reply.total
            guard let place = known.place else { return nil }
            phase = .lookingUp(child, reply.value)
            return [.store(.scan, .lookUpPage(reply.value.map(\.rowID), on: place.server))]
        }
        return nil
    }

    private mutating func note(_ reply: Reply<some Sendable>, _ known: inout AccountKnowledge) {
        startedAt = min(startedAt ?? reply.serverStart, reply.serverStart)
        if let offset = reply.serverOffset { known.serverOffset = offset }
    }
}
