import AllowanceAPI
import Store
import Values

/// What one account's scans have learned, and who is signed in.
struct AccountKnowledge: Sendable {
    /// Where the store keeps what is scanned.
    struct Place: Sendable {
        let account: AccountRow.ID
        let server: ServerRow.ID
    }

    let timings: SyncTimings
    /// The server's scheme, host and port.
    let origin: String
    let planner: AlertPlanner
    var login: LoginMemory
    /// When the last complete full scan ended.
    var completeAt: Timestamp?
    /// `complete`, or the reason of the last scan's failure.
    var outcome: String?
    /// Facts in a row that no hint had announced.
    var unannouncedFacts = 0
    /// The server was perhaps restored from a backup.
    var restoration: Restoration?
    /// Whether the last full scan lacked what another reading of the whole history has to decide about.
    var isUndecided = false
    var hearing = HubHearing()
    /// What was ever announced to the login.
    var announced: Set<AnnouncedKind> = []
    var doubts = BooksDoubts()
    /// What to add to this machine's time to get the server's.
    var serverOffset: Duration = .zero
    var user: FactUser?
    /// `nil` until the engine has started.
    private(set) var place: Place?
    private var purgeAt: Duration = .zero
    private var recountAt: Duration
    private var questions = 0

    init(origin: String, planner: @escaping AlertPlanner, timings: SyncTimings) {
        self.origin = origin
        self.planner = planner
        self.timings = timings
        login = LoginMemory(timings: timings)
        recountAt = timings.recountInterval
    }

    /// Takes up what was open when the program ended.
    mutating func resume(_ known: Resumption, at elapsed: Duration) {
        let account = known.account
        place = Place(account: account.id, server: account.server)
        if let id = account.userID { user = FactUser(id: id, role: account.role ?? "") }
        login = LoginMemory(timings: timings, worstLateness: known.worstLateness)
        for hint in known.hints {
            login.book.take(
                hint.id, Hint.Subject(hint), receivedAt: hint.receivedAt, isFromBefore: true, at: elapsed)
        }
        completeAt = account.lastScanFinishedAt
        outcome = account.lastScanOutcome
        restoration = known.restoration
        announced = known.announced
    }

    /// Forgets what the former person's login remembered.
    mutating func startOver() {
        login = LoginMemory(timings: timings)
        (completeAt, outcome, unannouncedFacts) = (nil, nil, 0)
        (restoration, isUndecided, announced) = (nil, false, [])
        (hearing, doubts) = (HubHearing(), BooksDoubts())
    }

    /// A question that no answer has come to yet.
    mutating func question(_ kind: Question.Kind) -> Question {
        questions += 1
        return Question(id: questions, kind: kind)
    }

    /// What has to be done to the store now and then, after scans that worked; `nil` for nothing.
    mutating func tidying(at now: SyncMoment) -> StoreTask? {
        let (purges, recounts) = (now.elapsed >= purgeAt, now.elapsed >= recountAt)
        if purges { purgeAt = now.elapsed + timings.purgeInterval }
        if recounts { recountAt = now.elapsed + timings.recountInterval }
        guard purges || recounts else { return nil }
        // A clock that is years ahead makes nothing old: the server's counts, if it is behind.
        let moment = now.wall.advanced(by: min(serverOffset, .zero))
        return .tidy(purges: purges ? timings.keeping : nil, recounts: recounts, now: moment)
    }
}

extension Hint.Subject {
    /// What a hint from an earlier run was about.
    init(_ row: HintRow) {
        self =
            switch (row.transaction, row.child) {
            case (let transaction?, let child): .transaction(transaction, child: child)
            case (nil, let child?): .child(child)
            case (nil, nil): .something
            }
    }
}
