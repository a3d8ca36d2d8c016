import AllowanceAPI
import Store
import Values

/// What happens to one account's ``SyncCore``.
enum SyncEvent: Sendable {
    /// What the store had; the first event, and once.
    case resumed(Resumption)
    /// The hub's handshake is done, or its connection is gone.
    case linkChanged(isUp: Bool)
    /// A person, or a new login, wants a scan now.
    case scanRequested
    /// The machine has slept, or its clock was set.
    case clocksChanged
    /// Something was entered, changed or given up.
    case intentsChanged
    /// - Parameter dropped: how many others were too many to be kept.
    case hintsArrived([Hint], dropped: Int)
    /// No scan any more; hints that wait are journalled.
    case stopRequested
    /// Everything else was told: what is due may begin. Comes after the other events of one moment, and at
    /// ``SyncCore/nextDue``.
    case timePassed
    /// Answers ``SyncEffect/order(_:)``.
    case order(OrderEvent)
    /// Answers ``SyncEffect/prepare(_:from:)``: who is signed in.
    case prepared(user: FactUser?)
    /// Answers ``SyncEffect/ask(_:)``, with who was signed in when the answer came.
    case answered(Question.ID, Question.Answer, user: FactUser?)
    /// Answers ``SyncEffect/store(_:_:)``.
    case stored(StoreTask.Lane, Result<StoreTask.Answer, StoreError>)
}

/// One question to the server.
struct Question: Sendable, Equatable {
    /// Counts up; never used twice by one core.
    typealias ID = Int

    /// What is asked for.
    enum Kind: Sendable, Equatable {
        case children
        case transactions(of: ChildRow.ID, limit: Int)
    }

    /// What came of it.
    enum Answer: Sendable {
        case children(Result<Reply<[Child]>, FactError>)
        case transactions(of: ChildRow.ID, Result<Reply<[Transaction]>, FactError>)
    }

    /// Its answer names it.
    let id: ID
    /// Decides the answer's case.
    let kind: Kind
}

/// When something happens.
struct SyncMoment: Sendable {
    /// Since the engine was made; goes on while the machine sleeps.
    let elapsed: Duration
    /// Wall time: jumps when somebody sets the clock.
    let wall: Timestamp

    /// - Parameter elapsed: never less than that of an event before.
    init(elapsed: Duration, wall: Timestamp) {
        self.elapsed = elapsed
        self.wall = wall
    }
}
