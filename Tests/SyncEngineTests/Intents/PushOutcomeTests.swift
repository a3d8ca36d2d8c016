import Store
import SyncEngine
import Testing

@testable import AllowanceAPI

@Suite("What an answer says of an entry")
struct PushOutcomeTests {
    @Test("every kind of failure, with and without doubt", arguments: AllowanceError.Kind.allCases)
    func kinds(kind: AllowanceError.Kind) {
        let doubtful = AllowanceError(kind, place: "https://one.example", outcomeIsUnknown: true)
        guard case .unclear = PushOutcome(doubtful, "pocketbell login mum") else {
            Issue.record("\(kind) is taken for certain")
            return
        }
        let certain = PushOutcome(AllowanceError(kind, place: "https://one.example"), "pocketbell login mum")
        switch kind {
        case .conflict: #expect(certain.isUnclear)
        case .invalidRequest, .notPermitted, .notFound, .unknownRoute, .noFamily, .redirected, .noHub:
            #expect(certain.isRefused)
        case .tooManyRequests: #expect(certain.wait == .some(.seconds(60)))
        case .wrongCredentials, .signInRequired, .anotherPerson: #expect(certain.wait == .some(.seconds(900)))
        case .unreachable, .timedOut, .connectionLost, .insecure, .notTheServer, .truncatedAnswer, .unexpectedAnswer,
            .serverFailed, .unavailable, .tokenStoreFailed, .tokenStoreFull, .passwordUnreadable, .cancelled:
            #expect(certain.wait == .some(nil))
        }
    }

    @Test("the server's own wish is kept, and its words are told")
    func words() {
        let busy = AllowanceError(.tooManyRequests, place: "https://one.example", retryAfter: .seconds(7))
        #expect(PushOutcome(busy, "").wait == .some(.seconds(7)))
        let refused = AllowanceError(
            .invalidRequest, status: 400, body: .message("Not on Sundays"), place: "https://one.example",
            route: "POST /transactions")
        guard case .refused(let reason) = PushOutcome(refused, "") else {
            Issue.record("not refused")
            return
        }
        #expect(reason.contains("Not on Sundays"))
    }
}

extension PushOutcome {
    fileprivate var isUnclear: Bool { if case .unclear = self { true } else { false } }
    fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
    /// `nil` for another outcome; of one that may be made later how long the server asks to wait, if it does.
    fileprivate var wait: Duration?? { if case .notMade(_, let wait) = self { .some(wait) } else { nil } }
}
