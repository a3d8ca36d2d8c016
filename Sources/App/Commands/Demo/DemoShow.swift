import Control
import Daemon
import DemoBackend
import Runtime
import SQLite
import Store
import Terminal
import Values

/// Lets the family live, and shows what happens and what people are told.
actor DemoShow: Service {
    nonisolated let name = "demo"

    private let backend: DemoBackend
    private let life: FamilyLife
    private let receiver: DemoReceiver
    private let store: Store
    private let board: StatusBoard
    private let names: [String: String]
    private let page: @Sendable () async -> String?
    private let style = Report.style
    private let began = ContinuousClock.now
    private var tally = DemoTally()

    /// - Parameter page: an address that signs one browser in at the page.
    init(
        backend: DemoBackend, seed: Int, receiver: DemoReceiver, store: Store, board: StatusBoard,
        page: @escaping @Sendable () async -> String?
    ) {
        self.backend = backend
        self.receiver = receiver
        self.store = store
        self.board = board
        self.page = page
        life = FamilyLife(in: backend, seed: UInt64(seed))
        names = Dictionary(backend.children.map { ($0.id, $0.firstName) }) { first, _ in first }
    }

    func run() async throws {
        async let _: Void = showConnection()
        async let _: Void = showMessages()
        // What happens before the history is known would be taken for history.
        try await waitForHistory()
        if let link = await page() { line(style("page", .note), "\(link) (open it within a minute)") }
        async let _: Void = showEvents()
        try await life.run()
        await waitUntilTold()
    }

    func stop() async { await life.stop() }

    /// The last lines, and whether everything added up.
    func conclude() async throws -> Bool {
        let (counts, accounting) = (try await store.counts(), try await store.accounting())
        let isRight = tally.isRight && counts.isBalanced && accounting.isBalanced
        Output.line("\n" + style("Summary", .emphasis))
        for (label, text) in tally.summary(counts, accounting) {
            Output.line("  \(label)" + String(repeating: " ", count: 18 - label.count) + text)
        }
        Output.line(
            isRight
                ? style("  everything was told exactly once, and the counts add up", .success)
                : style("  something is missing or was told twice", .error))
        return isRight
    }

    // MARK: What is shown

    private func showConnection() async {
        for await (account, link) in board.changes() {
            let reason = link.reason.map { ": \($0)" } ?? ""
            let text = link.state == .live ? "the hub answers" : link.state.rawValue + reason
            line(style("hub", .note), "\(account): \(text)".harmless)
        }
    }

    private func showMessages() async {
        while let message = try? await receiver.messages.next() {
            tally.arrived(message.transaction, isLate: message.isLate)
            line(style("told", .success), "\(message.text)\(message.isLate ? ", late" : "")".harmless)
        }
    }

    private func showEvents() async {
        for await event in life.events {
            tally.happened(event)
            switch event {
            case .written(_, isTold: true): break
            case .written(let row, isTold: false):
                line(
                    style("made", .faint),
                    "\(name(of: row.child)): \(row.description), and the hub says nothing".harmless)
            case .refused(let draft, let refusal):
                line(
                    style("no", .warning),
                    "\(name(of: draft.child)) wanted \(draft.amount.moneyText) for \(draft.description): \(refusal.message)"
                        .harmless)
            case .restarted: line(style("server", .warning), "it ended without a word and is back")
            case .cut(let connections): line(style("network", .warning), "cut \(connections) connection(s)")
            }
        }
    }

    private func name(of child: String) -> String { names[child] ?? child }

    private func line(_ word: String, _ text: String) {
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        let tenths = Int(seconds * 10)
        let time = "\(tenths / 10).\(tenths % 10) s"
        Output.line(String(repeating: " ", count: max(0, 8 - time.count)) + "\(time)  \(word)  \(text)")
    }

    // MARK: Beginning and end

    private func waitForHistory() async throws {
        let changes = store.database.changes(to: ["account"])
        if try await hasHistory { return }
        for await _ in changes where try await hasHistory { return }
    }

    private var hasHistory: Bool {
        get async throws { try await store.accounts().contains { $0.baselineAt != nil } }
    }

    /// The last transactions may still be on their way: a scan finds within seconds what the hub did not tell.
    private func waitUntilTold() async {
        let deadline = ContinuousClock.now + .seconds(8)
        while !tally.isComplete, ContinuousClock.now < deadline {
            do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
        }
    }
}
