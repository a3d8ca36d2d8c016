import Runtime

/// What happened, in order, to be waited for. A test never sleeps until something "must have happened": it waits here, with a
/// limit that only a failure reaches.
final class Journal<Entry: Sendable>: Sendable {
    private struct State {
        var entries: [Entry] = []
        var taken = 0
        var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
        var number = 0
    }

    private let state = Lock(State())

    var all: [Entry] { state.withLock { $0.entries } }

    func add(_ entry: Entry) {
        state.withLock { state in
            state.entries.append(entry)
            for waiter in state.waiters.values { waiter.yield() }
        }
    }

    /// Waits until `found` gives something for all that has happened.
    func wait<Found: Sendable>(
        for what: String, within limit: Duration = .patience, _ found: @escaping @Sendable ([Entry]) throws -> Found?
    ) async throws -> Found {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.number += 1
            state.waiters[state.number] = continuation
            continuation.yield()
            return state.number
        }
        defer { state.withLock { _ = $0.waiters.removeValue(forKey: number) } }
        do {
            return try await within(limit, what) { [self] in
                for await _ in changes {
                    if let result = try found(all) { return result }
                }
                throw CancellationError()
            }
        } catch let overdue as Overdue {
            throw Overdue(what: overdue.what, seen: all.suffix(8).map { "\($0)" })
        }
    }

    /// The next entry that nobody has taken.
    func next(_ what: String, within limit: Duration = .patience) async throws -> Entry {
        try await wait(for: what, within: limit) { [self] _ in takeNext() }
    }

    private func takeNext() -> Entry? {
        state.withLock { state in
            guard state.taken < state.entries.count else { return nil }
            defer { state.taken += 1 }
            return state.entries[state.taken]
        }
    }
}
