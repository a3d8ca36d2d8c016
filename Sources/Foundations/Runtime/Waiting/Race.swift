/// How work in a `race` ended.
package enum RaceEnd<Value: Sendable>: Sendable {
    /// The work was first.
    case value(Value)
    /// The time passed first.
    case limit
    /// Somebody asked for the end first.
    case stop

    /// What the work gave; `nil` if something else was first.
    package var value: Value? { if case .value(let value) = self { value } else { nil } }
}

/// Runs work until it ends, a limit has passed or somebody asks for the stop, whichever is first.
///
/// What is not first is cancelled, and this returns when the work has ended: nothing goes on behind the caller's back. Work that does not
/// heed its cancellation keeps the caller waiting; for such there is ``withTimeLimit(_:clock:_:)``.
///
/// When the waiting task is cancelled, so is the work, and what that makes of it is the end.
///
/// - Parameters:
///   - limit: `nil` for none.
///   - clock: measures the limit.
///   - stop: asks for the end once it is kept; `nil` if nobody does.
///   - work: runs in a task of its own, so outside the caller's actor.
package func race<Value: Sendable>(
    limit: Duration? = nil, clock: any Clock<Duration> = ContinuousClock(), stop: Promise<Void, Never>? = nil,
    _ work: @escaping @Sendable () async -> Value
) async -> RaceEnd<Value> {
    var rivals: [@Sendable () async -> RaceEnd<Value>?] = [{ .value(await work()) }]
    if let limit { rivals.append { (try? await clock.sleep(for: limit)).map { .limit } } }
    if let stop { rivals.append { await stop.outcomeUnlessCancelled().map { _ in .stop } } }
    return await firstAnswer(of: rivals)
}

/// Like the other `race`, for work that may fail.
///
/// - Throws: what the work throws, if it was first.
package func race<Value: Sendable>(
    limit: Duration? = nil, clock: any Clock<Duration> = ContinuousClock(), stop: Promise<Void, Never>? = nil,
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> RaceEnd<Value> {
    switch await race(limit: limit, clock: clock, stop: stop, { await outcome(of: work) }) {
    case .value(let outcome): .value(try outcome.get())
    case .limit: .limit
    case .stop: .stop
    }
}

/// Runs these beside each other until the first of them ends; the others are cancelled then, and this returns when all have ended.
///
/// When the waiting task is cancelled, so are all of them.
///
/// - Returns: what the first gave.
@discardableResult
package func firstToEnd<Value: Sendable>(_ works: (@Sendable () async -> Value)...) async -> Value {
    // Each by itself: to cast the array's closures to others fails only at run time.
    await firstAnswer(of: works.map { work in { await work() } })
}

/// Like the other `firstToEnd`, for works that may fail.
///
/// - Throws: what the first threw. What the others throw afterwards is lost.
@discardableResult
package func firstToEnd<Value: Sendable>(_ works: (@Sendable () async throws -> Value)...) async throws -> Value {
    try await firstAnswer(of: works.map { work in { await outcome(of: work) } }).get()
}

/// The first answer that is one: `nil` is what a rival says that was cancelled. One of them at least always answers.
///
/// The group's body touches nothing of the caller's: in a function that only inherits its caller's isolation it leaves the actor.
private func firstAnswer<Answer: Sendable>(of rivals: [@Sendable () async -> Answer?]) async -> Answer {
    let first = Promise<Answer, Never>()
    await withDiscardingTaskGroup { group in
        for rival in rivals {
            group.addTask { if let answer = await rival() { first.keep(.success(answer)) } }
        }
        _ = await first.outcomeEvenIfCancelled()
        group.cancelAll()
    }
    return await first.valueEvenIfCancelled()
}

/// Untyped: with a generic typed error, closures in an array crash (Swift 6.3).
private func outcome<Value: Sendable>(of work: @Sendable () async throws -> Value) async -> Result<Value, any Error> {
    do { return .success(try await work()) } catch { return .failure(error) }
}
