/// Runs a task for each value of a channel, until the channel has ended and all of them have.
///
/// The first failure finishes the channel and cancels the other tasks; it is thrown when they have ended. A task group alone does not
/// do that: its own loop goes on waiting for values when a task fails. A cancellation ends the channel too.
package func runTasks<Value: Sendable>(
    forEach values: BoundedChannel<Value>, _ body: @escaping @Sendable (Value) async throws -> Void
) async throws {
    try await withThrowingDiscardingTaskGroup { group in
        while let value = try? await values.next() {
            group.addTask {
                do {
                    try await body(value)
                } catch {
                    values.finish(droppingRest: true)
                    throw error
                }
            }
        }
    }
}
