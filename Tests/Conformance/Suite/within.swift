extension Duration {
    /// How long a test waits for what comes at once on an idle machine. Only a failure takes it.
    static let patience = Duration.seconds(20)
}

/// A wait that passed its limit.
struct Overdue: Error, CustomStringConvertible {
    let what: String
    var seen: [String] = []

    var description: String {
        "no \(what) in time" + (seen.isEmpty ? "" : "; the last that happened: \(seen.joined(separator: " | "))")
    }
}

/// Runs `body` with a limit.
func within<Result: Sendable>(
    _ limit: Duration, _ what: String, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw Overdue(what: what)
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw CancellationError() }
        return first
    }
}

func within<Result: Sendable>(
    _ what: String, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await within(.patience, what, body)
}
