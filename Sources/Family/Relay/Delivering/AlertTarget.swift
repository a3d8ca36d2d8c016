import HTTPClient

/// Something that takes alerts; what a lane drives.
protocol AlertTarget: Sendable {
    var name: String { get }
    /// Whether the same alert twice is told once.
    var deduplicates: Bool { get }

    /// Whether ``body(for:stored:)`` is to be stored before the first byte.
    var repeatsBytes: Bool { get }

    /// What will be sent; `nil` for targets without a body.
    func body(for alert: RenderedAlert, stored: [UInt8]?) -> [UInt8]?
    func deliver(_ alert: RenderedAlert, body: [UInt8]?) async -> Attempt
}

/// What an attempt met.
struct Attempt: Sendable {
    let verdict: Verdict
    /// `nil` without an answer, and for what doesn't speak HTTP.
    let answer: HTTPAnswer?

    init(_ verdict: Verdict, answer: HTTPAnswer? = nil) {
        self.verdict = verdict
        self.answer = answer
    }
}
