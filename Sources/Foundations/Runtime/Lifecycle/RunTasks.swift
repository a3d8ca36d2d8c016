/// Runs a task for each value of a stream, until the stream has ended and all of them have.
///
/// The first failure finishes the stream and cancels the other tasks; it is thrown when they have ended. A task group alone does not
/// do that: its own loop goes on waiting for values when a task fails.
///
/// - Parameter end: the stream's own continuation.
package func runTasks<Value: Sendable>(
    forEach values: AsyncStream<Value>, finishing end: AsyncStream<Value>.Continuation,
    _ body: @escaping @Sendable (Value) async throws -> Void
) async throws {
    try await withThrowingDiscardingTaskGroup { group in
        for await value in values {
            group.addTask {
                do {
                    try await body(value)
                } catch {
                    end.finish()
                    throw error
                }
            }
        }
    }
}
