import AllowanceAPI
import Testing
import Values

@testable import SyncEngine

@Suite("What is asked early")
struct EarlyReadingTests {
    private static let answer = Question.Answer.transactions(
        of: alice,
        .success(Reply(value: page(1...2), startedAt: Timestamp(seconds: 1), endedAt: Timestamp(seconds: 1))))

    private func early() -> EarlyReading {
        var count = 0
        return EarlyReading([alice: [], bruno: []], began: .zero) {
            count += 1
            return count
        }
    }

    @Test("a question is for its own child and limit, and taken once")
    func ownQuestion() {
        var early = early()
        #expect(
            early.questions == [
                Question(id: 1, kind: .transactions(of: alice, limit: ChildScan.firstLimit)),
                Question(id: 2, kind: .transactions(of: bruno, limit: ChildScan.firstLimit)),
            ])
        #expect(early.take(alice, limit: ChildScan.firstLimit * 2) == nil)
        guard case .asked(1)? = early.take(alice, limit: ChildScan.firstLimit) else {
            Issue.record("the question was not asked")
            return
        }
        #expect(early.take(alice, limit: ChildScan.firstLimit) == nil)
    }

    @Test("an answer that came before the scan is kept for it, and one to no question is nobody's")
    func keeps() {
        var early = early()
        early.keep(Self.answer, to: 7, user: nil)
        early.keep(Self.answer, to: 1, user: nil)
        guard case .answered(.transactions(of: alice, .success(let reply)), nil)? = early.take(alice, limit: 20) else {
            Issue.record("the answer is gone")
            return
        }
        #expect(reply.value == page(1...2))
        guard case .asked(2)? = early.take(bruno, limit: 20) else {
            Issue.record("somebody else's answer")
            return
        }
    }
}
