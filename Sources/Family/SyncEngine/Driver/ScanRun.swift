import AllowanceAPI
import Store
import Values

/// A scan under way: its plan, and what it has been told.
struct ScanRun: Sendable {
    var context: ScanContext
    let server: ServerRow.ID
    var scan: Scan
    var questions: ScanQuestions
    /// The children as listed last.
    var listed: Reply<[Child]>?
    /// The login became another person's meanwhile: what was read is not stored.
    var isSuperseded = false
    /// The intents that its lists decide about.
    let settledIntents: Set<IntentRow.ID>
    /// When the first request began, by the server's clock.
    var startedAt: Timestamp?

    init(
        context: ScanContext, server: ServerRow.ID, scan: Scan, questions: ScanQuestions,
        settledIntents: Set<IntentRow.ID>
    ) {
        self.settledIntents = settledIntents
        self.context = context
        self.server = server
        self.scan = scan
        self.questions = questions
    }

    func listed(_ id: ChildRow.ID) -> (child: Child, seenAt: Timestamp)? {
        guard let listed, let child = listed.value.first(where: { $0.rowID == id }) else { return nil }
        return (child, listed.startedAt)
    }
}
