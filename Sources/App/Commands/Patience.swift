import Terminal

/// Shows that something is still going on, once it has taken longer than a person takes for granted.
enum Patience {
    /// How long a person waits without wondering.
    private static let limit = Duration.seconds(1)

    /// Does the work; after a second a terminal shows what is being waited for, and for how long already.
    ///
    /// - Parameter what: such as "signing in at allowance.example.org".
    static func during<Value: Sendable>(
        _ what: String, limit: Duration = limit, _ work: () async throws -> Value
    ) async rethrows -> Value {
        async let _: Void = show(what, after: limit)
        // The line ends with the scope: leaving it cancels whoever shows it, and waits until the line is gone.
        return try await work()
    }

    private static func show(_ what: String, after limit: Duration) async {
        let began = ContinuousClock.now
        var line = ProgressLine()
        do {
            try await Task.sleep(for: limit)
            while true {
                let seconds = Int((ContinuousClock.now - began) / .seconds(1))
                line.show("\(what) (\(seconds) s)")
                try await Task.sleep(for: .milliseconds(200))
            }
        } catch {
            line.finish()
        }
    }
}
