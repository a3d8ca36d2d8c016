import Runtime

/// What reaches an engine from outside, and the bell that wakes it. Anybody posts; one engine takes and waits.
final class EngineInbox: Sendable {
    struct Contents: Sendable {
        var hints: [Hint] = []
        /// Hints beyond the bound: what they announced is found by a full scan.
        var dropped = 0
        /// The link's changes, in order.
        var links: [Bool] = []
        var isScanRequested = false
        var haveClocksChanged = false
        var areIntentsChanged = false
        var isStopRequested = false
        /// What the core asked for; no more than it waits for.
        var answers: [SyncEvent] = []

        /// In the order in which a core is told of them.
        var events: [SyncEvent] {
            var events = answers + links.map { .linkChanged(isUp: $0) }
            if isScanRequested { events.append(.scanRequested) }
            if haveClocksChanged { events.append(.clocksChanged) }
            if areIntentsChanged { events.append(.intentsChanged) }
            events.append(.hintsArrived(hints, dropped: dropped))
            if isStopRequested { events.append(.stopRequested) }
            return events
        }
    }

    private let contents = Lock(Contents())
    private let bell = Bell()
    private let hintLimit: Int

    /// - Parameter hintLimit: how many hints may wait.
    init(hintLimit: Int = 10_000) { self.hintLimit = hintLimit }

    func post(_ hint: Hint) {
        change { contents in
            if contents.hints.count < hintLimit { contents.hints.append(hint) } else { contents.dropped += 1 }
        }
    }

    func postLink(isUp: Bool) {
        change { contents in
            // Ups and downs that nobody has looked at yet are told as the last two: that is all that matters.
            if contents.links.count >= 2 { contents.links.removeFirst() }
            contents.links.append(isUp)
        }
    }

    func requestScan() { change { $0.isScanRequested = true } }

    func postClocks() { change { $0.haveClocksChanged = true } }

    func postIntents() { change { $0.areIntentsChanged = true } }

    func post(_ answer: SyncEvent) { change { $0.answers.append(answer) } }

    func requestStop() { change { $0.isStopRequested = true } }

    func take() -> Contents {
        contents.withLock { contents in
            defer { contents = Contents(isStopRequested: contents.isStopRequested) }
            return contents
        }
    }

    /// Returns when something was posted since the last wait, when the limit has passed, or when the task is cancelled.
    ///
    /// - Parameter limit: `nil` for none.
    func wait(atMost limit: Duration? = nil) async { await bell.wait(atMost: limit) }

    private func change(_ body: (inout Contents) -> Void) {
        contents.withLock { body(&$0) }
        bell.ring()
    }
}
