extension ConformanceCase {
    /// The list of the protocol's reference, whole and in order.
    static let all: [ConformanceCase] =
        negotiateCases + handshakeCases + framingCases + callsCases + streamsCases + beingCalledCases + keepaliveCases
        + reconnectCases + statefulCases + authAndFallbackCases

    /// Where a case is run.
    static func servers(_ number: Int) -> [Server] { all.first { $0.number == number }?.servers ?? [] }
}
