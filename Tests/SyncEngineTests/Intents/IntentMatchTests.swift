import Store
import SyncEngine
import Testing
import Values

@Suite("Which row an entry made")
struct IntentMatchTests {
    private let match = IntentMatch(settle: .seconds(60))

    private func step(
        _ intent: IntentRow, _ rows: [TransactionRow], answered: TransactionRow? = nil, isSettled: Bool = true
    ) -> IntentMatch.Step {
        match.step(intent, among: rows, answered: answered, isSettled: isSettled)
    }

    @Test("every state, with and without a row, before and after the server had time enough")
    func states() {
        let row = TransactionRow.made()
        for state in IntentRow.State.allCases {
            let intent = IntentRow.sample(state)
            let (early, late) = (step(intent, [row], isSettled: false), step(intent, [row]))
            switch state {
            case .sending, .unknown:
                #expect(early == .claim(row.id) && late == .confirm(row.id, remark: nil), "\(state)")
            case .accepted: #expect(early == .confirm(row.id, remark: nil) && late == early)
            // The server has said which it is: a row that looks alike is somebody else's.
            case .acked: #expect(early == .nothing && late == .nothing)
            case .confirmed, .superseded, .parked, .discarded:
                #expect(early == .nothing && late == .nothing, "\(state)")
            }
            #expect(step(intent, []) == .nothing && step(intent, [], isSettled: false) == .nothing)
        }
        let never = IntentRow.sample(.accepted, isSent: false)
        #expect(step(never, [row]) == .nothing)
        #expect(match.window(of: never) == nil)
        let named = TransactionRow.made("b", at: 300)
        let acked = IntentRow.sample(.acked, answered: "b")
        #expect(step(acked, [row], answered: named, isSettled: false) == .confirm(named.id, remark: nil))
        let older = TransactionRow.made("b", at: 300, position: 5)
        #expect(step(acked, [row], answered: older) == .nothing, "what was there before is another's")
    }

    @Test(
        "what was there before, what looks otherwise and what is of another time is somebody else's",
        arguments: [
            TransactionRow.made(position: 5), .made(at: 94), .made(at: 161), .made(amount: "-5.00"),
            .made(amount: "5.01"), .made(description: "kite"),
        ])
    func others(row: TransactionRow) {
        #expect(step(.sample(.unknown), [row]) == .nothing)
    }

    @Test(
        "the edges of the time, another spelling of the amount, and blanks around the text are its own",
        arguments: [
            TransactionRow.made(at: 95), .made(at: 160), .made(amount: "5.000"), .made(description: " Kite\n"),
        ])
    func own(row: TransactionRow) {
        #expect(step(.sample(.unknown), [row]) == .confirm(row.id, remark: nil))
    }

    @Test("of several the earliest is taken, and a person is told")
    func several() {
        let rows = [TransactionRow.made("a", at: 101), .made("b", at: 102, position: 7)]
        guard case .confirm(let id, let remark?) = step(.sample(.unknown), rows) else {
            Issue.record("no remark")
            return
        }
        #expect(id == rows[0].id && remark.contains("2 rows"))
    }

    @Test("every state after a list that does not have it")
    func verdicts() {
        func verdict(_ intent: IntentRow?, unexplained: String = "0", at seconds: Int64 = 200) -> IntentMatch.Verdict {
            match.verdict(on: intent, unexplained: Decimal(unexplained)!, now: Timestamp(seconds: seconds))
        }
        #expect(verdict(nil) == .ended)
        for state in IntentRow.State.allCases {
            switch state {
            case .accepted, .confirmed, .superseded, .parked, .discarded:
                #expect(verdict(.sample(state)) == .ended, "\(state)")
            case .sending, .unknown:
                #expect(verdict(.sample(state)) == .sendAgain)
                #expect(verdict(.sample(state, transaction: "a")) == .lookAgain)
                // Something moved the balance by as much, and nobody can see what.
                #expect(isParked(verdict(.sample(state), unexplained: "5.00")))
                #expect(verdict(.sample(state), unexplained: "-5.00") == .sendAgain)
                #expect(verdict(.sample(state, attempts: 2)) == .sendAgain)
                #expect(isParked(verdict(.sample(state, attempts: 3, reason: "500"))))
            case .acked:
                #expect(verdict(.sample(state), at: 759) == .lookAgain)
                #expect(isParked(verdict(.sample(state), at: 760)))
            }
        }
    }

    @Test("a row that is like it and new, but of a time at which it was not under way, leaves it to a person")
    func strangers() {
        let intent = IntentRow.sample(.unknown)
        for seconds in [80, 94, 161, 3_600] as [Int64] {
            #expect(match.stranger(to: intent, among: [.made(at: seconds)]) != nil, "\(seconds)")
        }
        #expect(match.stranger(to: intent, among: [.made(at: 80, position: 5), .made(at: 101)]) == nil)
        #expect(match.stranger(to: intent, among: [.made(at: 80, amount: "5.01")]) == nil)
        let verdict = match.verdict(
            on: intent, unexplained: .zero, stranger: .made(at: 80), now: Timestamp(seconds: 200))
        #expect(isParked(verdict))
    }

    private func isParked(_ verdict: IntentMatch.Verdict) -> Bool {
        if case .park(let reason) = verdict { !reason.isEmpty } else { false }
    }
}
