/// What became of a sample alert, for `pocketbell target test`.
package struct TestReport: Sendable, Equatable {
    package let target: String
    package let isDelivered: Bool
    /// What happened and what to do about it.
    package let sentence: String
    package let reason: FailureReason?
    /// The status of the answer, if there was one.
    package let status: Int?
    /// The beginning of the answer, without secrets.
    package let answer: String
    package let took: Duration
}
