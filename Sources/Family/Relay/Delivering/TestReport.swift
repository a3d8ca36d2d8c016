package import Store

/// What became of a sample alert, for `pocketbell target test`.
package struct TestReport: Sendable, Equatable {
    /// The target's name.
    package let target: String
    /// The line above what was sent.
    package let title: String
    /// What was sent, in words.
    package let text: String
    /// What was sent, as it was; without secrets. `nil` for a target that is not sent bytes.
    package let body: String?
    /// Whether the target said that it has taken it.
    package let isDelivered: Bool
    /// What it proves if it has.
    package let taken: Proof
    /// What happened and what to do about it.
    package let sentence: String
    /// `nil` if it was delivered, or if nobody was there to be told.
    package let reason: FailureReason?
    /// The status of the answer, if there was one.
    package let status: Int?
    /// The beginning of the answer, without secrets.
    package let answer: String
    /// From before the attempt to its verdict, connecting included.
    package let took: Duration

    /// Whether it says something bad of the target, and not only of the sample or of this program.
    var showsFailure: Bool { reason.map { $0 != .rejected && $0 != .interrupted } ?? false }
}
