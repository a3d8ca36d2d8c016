import Testing

@testable import AllowanceAPI

/// Every failure of the real backend has its class.
@Suite(.enabled(if: SharedFolder.hasRecordings, "no ../shared/fixtures beside the package"))
struct RecordedFailureTests {
    private static let failures = Recording.all.filter { $0.status >= 300 }

    private static func error(_ recording: Recording) -> AllowanceError {
        let call: Call = recording.method == "GET" ? .get("/x") : .post("/x", isWrite: true)
        return AllowanceError(
            status: recording.status, body: Array((recording.body ?? recording.beginning ?? "").utf8), retryAfter: nil,
            location: recording.header("location"), call: call, place: "https://allowance.example:443")
    }

    @Test("every body has one of the seven known shapes")
    func shapes() {
        var counts: [String: Int] = [:]
        for recording in Self.failures { counts[Self.error(recording).body?.shape ?? "none", default: 0] += 1 }
        #expect(counts == ["E0": 180, "E1": 72, "E2": 15, "E3": 12, "E4": 23, "E5": 113, "E6": 2])
    }

    @Test("every failure has its kind")
    func kinds() {
        var counts: [AllowanceError.Kind: Int] = [:]
        for recording in Self.failures { counts[Self.error(recording).kind, default: 0] += 1 }
        #expect(
            counts == [
                .redirected: 5, .invalidRequest: 162, .noFamily: 4, .wrongCredentials: 10, .signInRequired: 55,
                .notPermitted: 17, .unknownRoute: 59, .notFound: 55, .conflict: 1, .serverFailed: 49,
            ])
    }

    @Test("every failure is told in a sentence with its server, without what a stack trace says")
    func sentences() {
        for recording in Self.failures {
            let error = Self.error(recording)
            #expect(error.message.hasSuffix(".") || error.message.hasSuffix("”"), "\(error.message)")
            #expect(!error.message.contains("\n") && !error.message.contains("System."), "\(recording)")
        }
    }
}

extension ErrorBody {
    /// The machine's word for the error, such as `NO_FAMILY`.
    var code: String? {
        if case .coded(let code, _) = self { code } else { nil }
    }

    /// E0 to E6, as the notes on the public backend number the shapes.
    fileprivate var shape: String {
        switch self {
        case .empty: "E0"
        case .coded: "E1"
        case .message: "E2"
        case .text: "E3"
        case .problem: "E4"
        case .invalidFields: "E5"
        case .page: "E6"
        }
    }
}
