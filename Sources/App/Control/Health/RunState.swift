/// What an account, or all of them together, are about, in one of five words: the only place where it is decided.
package enum RunState: Sendable, Equatable {
    /// What is going on, in the words of `--json`.
    package enum Operation: String, Sendable, CaseIterable {
        /// What was entered here goes to the server.
        case pushing
        /// The server's lists are read.
        case pulling
        /// What was read is compared and settled.
        case resolving
    }

    /// What is going on, and how far it has come.
    package struct Work: Sendable, Equatable {
        /// What of it is done now.
        package let operation: Operation
        /// 0 to 99, of the whole run; never less than before in one run.
        package let hundredths: Int

        /// - Parameter hundredths: 0 to 99.
        package init(_ operation: Operation, hundredths: Int) {
            self.operation = operation
            self.hundredths = hundredths
        }
    }

    /// Nothing is to be done.
    case idle
    /// Something is going on.
    case syncing(Work)
    /// The server is not there.
    ///
    /// - Parameter pending: entries that wait for it.
    case offline(pending: Int)
    /// A person has to do something, for this reason.
    case error(String)
    /// Somebody else changed the same on the server, and a person decides.
    ///
    /// - Parameter count: of changes that wait for that.
    case conflict(Int)

    /// What it follows from.
    package struct Facts: Sendable, Equatable {
        /// See ``LinkState``.
        package var link: LinkState
        /// See ``StoreState``.
        package var store: StoreState
        /// Why the server's facts cannot be read; `nil` while they can.
        package var failure: String?
        /// Whether only a person can change that.
        package var isRefused = false
        /// What is going on; `nil` for nothing.
        package var work: Work?
        /// Entries that wait.
        package var pending = 0
        /// Changes of which a person has to decide.
        package var conflicts = 0

        /// Where nothing is going on and nothing fails, unless it is said.
        package init(link: LinkState, store: StoreState = .ok, pending: Int = 0, conflicts: Int = 0) {
            self.link = link
            self.store = store
            self.pending = pending
            self.conflicts = conflicts
        }
    }

    /// What keeps anything from being done comes first, then what keeps the server from being reached, then what is going on.
    package init(_ facts: Facts) {
        if let fault = facts.store.fault {
            self = .error(fault)
        } else if facts.link == .signInNeeded {
            self = .error(facts.failure ?? "somebody has to sign in")
        } else if let failure = facts.failure, facts.isRefused {
            self = .error(failure)
        } else if facts.failure != nil || facts.link == .down || facts.link == .stopped {
            self = .offline(pending: facts.pending)
        } else if let work = facts.work {
            self = .syncing(work)
        } else {
            self = facts.conflicts > 0 ? .conflict(facts.conflicts) : .idle
        }
    }

    /// Of several accounts: the one that a person should hear of first; idle where there is none.
    package init(merging states: [RunState]) {
        self = states.max { $0.rank < $1.rank } ?? .idle
    }

    private var rank: Int {
        switch self {
        case .idle: 0
        case .syncing: 1
        case .conflict: 2
        case .offline: 3
        case .error: 4
        }
    }

    /// The word alone.
    package var word: String {
        switch self {
        case .idle: "idle"
        case .syncing: "syncing"
        case .offline: "offline"
        case .error: "error"
        case .conflict: "conflict"
        }
    }
}
