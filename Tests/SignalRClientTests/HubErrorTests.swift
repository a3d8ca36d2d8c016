import Testing

@testable import SignalRClient

@Suite("Hub error")
struct HubErrorTests {
    @Test("tells violation, refusal, timeout, loss and our own misuse apart")
    func categories() {
        let expected: [(HubError, HubError.Category)] = [
            (.notAHub("x"), .protocolViolation), (.status(401, at: "x"), .refusal), (.status(503, at: "x"), .refusal),
            (.serverTimeout(.seconds(1)), .timeout), (.handshakeTimeout(.seconds(1)), .timeout), (.lost("x"), .loss),
            (.closedByServer(nil), .loss), (.notConnected, .misuse), (.alreadyStarted, .misuse),
            (.cancelled, .cancellation), (HubError(.refused, "x"), .unreachable),
            (HubError(.methodFailed, "x"), .method), (HubError(.protocolViolation, "x"), .protocolViolation),
        ]
        for (error, category) in expected { #expect(error.category == category, "\(error)") }
        #expect(Set(HubError.Kind.allCases.map { HubError($0, "x").category }) == Set(HubError.Category.allCases))
    }
}
