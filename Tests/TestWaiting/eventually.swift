import Runtime

/// What a test waited for and did not come.
package struct NeverCame: Error, CustomStringConvertible {
    package let description: String
}

/// Returns once this is so; looks every few milliseconds. Only for what tells nobody of itself, such as another process or a state
/// that is there for those who ask: what can be awaited is awaited.
///
/// It has the tests' one sleep of this kind.
///
/// - Parameters:
///   - what: says what was missing, and what there was instead; asked when it never came.
///   - pause: between two looks; longer where a look is a process of its own.
///   - limit: only a failure takes it, and a sanitizer with all tests beside it is slow.
/// - Throws: ``NeverCame`` at the limit; what the condition throws.
package func eventually(
    _ what: @autoclosure () -> String, within limit: Duration = .seconds(60), every pause: Duration = .milliseconds(5),
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw NeverCame(description: "not within \(limit): \(what())") }
        // What is looked at tells nobody when it changes.
        try await Task.sleep(for: pause)
    }
}

/// Never returns of itself: for work that a test gives to somebody who is to break it off.
///
/// - Throws: `CancellationError` once the task is cancelled; so the test can see that it was.
package func untilCancelled() async throws {
    await Promise<Void, Never>().outcomeUnlessCancelled()
    try Task.checkCancellation()
}
