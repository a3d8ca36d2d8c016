import Testing

@testable import Store

/// The words lie in files that older and newer programs read, and statements compare them: a case may be renamed, its word
/// may not.
@Suite("The words that the store keeps")
struct StoredWordsTests {
    private func words<Value: RawRepresentable & CaseIterable>(_ type: Value.Type) -> [String]
    where Value.RawValue == String {
        type.allCases.map(\.rawValue)
    }

    @Test func `a reason of a failure is stored as it always was`() {
        let stored = [
            "unreachable", "tls", "forbidden-address", "timed-out", "connection-lost", "rate-limited", "server-error",
            "redirected", "rejected", "unauthorized", "gone", "unexpected-answer", "off", "misconfigured", "gave-up",
            "not-repeated", "silenced", "missed", "inhibited", "unreadable", "handled", "message-gone", "barred",
            "interrupted",
        ]
        #expect(words(FailureReason.self) == stored)
    }

    @Test func `states, kinds and sources are stored as they always were`() {
        #expect(
            words(DeliveryRow.State.self) == [
                "queued", "attempting", "in-doubt", "delivered", "skipped", "dead", "discarded",
            ])
        #expect(words(HintRow.State.self) == ["open", "resolved", "reported"])
        #expect(
            words(AlertRow.Event.self) == [
                "transaction", "withdrawn", "edited", "balance-low", "balance-recovered", "allowance-paid",
                "allowance-missing", "allowance-paused", "allowance-resumed", "chore-waiting", "chore-approved",
                "chore-rejected", "goal-reached", "wish-affordable", "gift-waiting", "summary", "sign-in-needed",
                "connection-lost", "target-suspended", "target-silent",
                "accounting-broken", "history-shorter", "hub-deaf", "balance-unexplained",
                "disk-full", "conflict", "drill",
            ])
        #expect(words(TransactionRow.Kind.self) == ["credit", "debit"])
        #expect(words(TransactionRow.Source.self) == ["baseline", "hint", "scan"])
        #expect(words(JournalRow.Source.self) == ["hub", "rest"])
    }

    @Test(
        "an attempt's end is stored as it always was",
        arguments: [
            (AttemptOutcome.delivered, "delivered"), (.retry(at: OutboxFixture.now), "retry"),
            (.inDoubt(retryAt: OutboxFixture.now), "in-doubt"), (.skipped, "skipped"), (.dead, "dead"),
            (.notSent, "not-sent"),
        ])
    func outcomes(_ outcome: AttemptOutcome, _ word: String) {
        #expect(outcome.word == word)
    }

    @Test func `a reason of a newer program leaves the delivery readable`() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .retry(at: OutboxFixture.now), reason: .rateLimited)
        let raw = try RawDatabase(outbox.folder.file)
        try raw.execute("UPDATE delivery SET reason = 'eaten-by-bears'")
        try raw.execute("UPDATE attempt SET reason = 'eaten-by-bears'")
        let delivery = try await outbox.delivery(1)
        #expect(delivery.reason == nil && delivery.state == .queued)
        let history = try await outbox.store.history(of: .init(rawValue: 1))
        #expect(history?.attempts.map(\.reason) == [nil])
        await outbox.store.close()
    }
}
