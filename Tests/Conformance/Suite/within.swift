import Runtime

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
    guard let result = try await race(limit: limit, body).value else { throw Overdue(what: what) }
    return result
}

func within<Result: Sendable>(
    _ what: String, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await within(.patience, what, body)
}
