import AllowanceAPI
import Store
import SyncEngine
import Testing
import Values

/// What a list says of an order about a record: every state, and every way in which a list can look.
@Suite("What shows that an order was carried out")
struct OrderMatchTests {
    private let match = OrderMatch(settle: .seconds(60))

    private func step(
        _ intent: IntentRow, _ facts: [RecordFact], isWhole: Bool = true, taken: Set<String> = [],
        isSettled: Bool = true
    ) -> OrderMatch.Step {
        match.step(
            intent, among: RecordAnswer(facts: facts, isWhole: isWhole), taken: taken, isSettled: isSettled)
    }

    @Test("what makes a record: every state, before and after the server had time enough")
    func making() {
        let new = RecordRow.ID(rawValue: "new")
        for state in IntentRow.State.allCases {
            let intent = IntentRow.order(.addWish, state)
            let (early, late) = (step(intent, [.wish("new")], isSettled: false), step(intent, [.wish("new")]))
            switch state {
            case .sending, .unknown, .acked:
                #expect(early == .claim(new) && late == .confirm(new, remark: nil), "\(state)")
            case .accepted: #expect(early == .confirm(new, remark: nil) && late == early)
            case .confirmed, .superseded, .parked, .discarded:
                #expect(early == .nothing && late == .nothing, "\(state)")
            }
            #expect(step(intent, []) == .nothing)
        }
        #expect(step(.order(.addWish, .accepted, isSent: false), [.wish("new")]) == .nothing, "never sent")
    }

    @Test("a record that was there before, is another order's, looks otherwise or is of another time is not it")
    func strangers() {
        let intent = IntentRow.order(.addWish, .unknown)
        #expect(step(intent, [.wish("old")]) == .nothing)
        #expect(step(intent, [.wish("new")], taken: ["new"]) == .nothing)
        #expect(step(intent, [.wish("new", name: "Kit")]) == .nothing)
        #expect(step(intent, [.wish("new", price: "12.51")]) == .nothing)
        #expect(step(intent, [.wish("new", at: 94)]) == .nothing)
        #expect(step(intent, [.wish("new", at: 161)]) == .nothing)
        let new = OrderMatch.Step.confirm(RecordRow.ID(rawValue: "new"), remark: nil)
        #expect(step(intent, [.wish("new", name: " Kite ", at: 95)]) == new)
        #expect(step(intent, [.wish("new", at: 160)]) == new)
        #expect(step(intent, [.wish("new", at: nil)]) == new, "a server that tells no time")
    }

    @Test("of twins the one that the server named is it, else the first, and that is said")
    func twins() {
        let facts: [RecordFact] = [.wish("one"), .wish("two")]
        let said = step(.order(.addWish, .unknown), facts)
        guard case .confirm(let id, let remark?) = said else {
            Issue.record("\(said)")
            return
        }
        #expect(id.rawValue == "one" && remark.contains("2 are alike"))
        let named = IntentRow.order(.addWish, .acked, answered: "two")
        #expect(step(named, facts) == .confirm(RecordRow.ID(rawValue: "two"), remark: nil))
        let wrong = IntentRow.order(.addWish, .acked, answered: "other")
        #expect(
            step(wrong, [.wish("one"), .wish("other", name: "Ball")])
                == .confirm(RecordRow.ID(rawValue: "one"), remark: nil))
    }

    @Test("what changes a record: every state, as wanted and not")
    func setting() {
        let (payload, record) = (#"{"purchased":true}"#, RecordRow.ID(rawValue: "w"))
        for state in IntentRow.State.allCases {
            let intent = IntentRow.order(.buyWish, state, payload: payload, record: "w")
            let done = step(intent, [.wish("w", isPurchased: true)])
            let isOpen = state.isWaiting
            #expect(done == (isOpen ? .confirm(record, remark: nil) : .nothing), "\(state)")
            #expect(step(intent, [.wish("w", isPurchased: true)], isSettled: false) == .nothing)
            #expect(step(intent, [.wish("w")]) == .nothing)
            guard isOpen else { continue }
            guard case .supersede = step(intent, []) else {
                Issue.record("\(state)")
                continue
            }
            #expect(step(intent, [], isWhole: false) == .nothing, "a list that was cut short")
        }
        // Not sent yet: it is so already, or the server itself says what it thinks of one that a list lacks.
        let unsent = IntentRow.order(.buyWish, .accepted, payload: payload, record: "w", isSent: false)
        #expect(step(unsent, [.wish("w", isPurchased: true)]) == .confirm(record, remark: "it was so already"))
        #expect(step(unsent, []) == .nothing)
    }

    @Test("what takes a record away is done when a whole list lacks it")
    func removing() {
        let intent = IntentRow.order(.removeWish, .unknown, payload: "{}", record: "w")
        #expect(step(intent, [.wish("other")]) == .confirm(RecordRow.ID(rawValue: "w"), remark: nil))
        #expect(step(intent, [.wish("w")]) == .nothing)
        #expect(step(intent, [], isWhole: false) == .nothing)
    }

    @Test("what somebody else has changed since is a person's to decide, unless the person has decided")
    func conflict() {
        let payload = #"{"price":"14.00"}"#
        let known = IntentRow.order(
            .editWish, .accepted, payload: payload, record: "w", base: #"{"price":"12.50"}"#, isSent: false)
        #expect(step(known, [.wish("w", price: "12.50")]) == .nothing)
        let moved = OrderContest("price", base: #""12.50""#, local: #""14.00""#, server: #""13.00""#)
        #expect(step(known, [.wish("w", price: "13.00")]) == .contested([moved]))
        // What the same person has changed by an earlier order is nobody else's doing.
        let answer = RecordAnswer(facts: [.wish("w", price: "13.00")], isWhole: true)
        #expect(match.step(known, among: answer, own: [#"{"price":"13.00"}"#], isSettled: true) == .nothing)
        #expect(match.step(known, among: answer, own: [#"{"price":"15.00"}"#], isSettled: true) != .nothing)
        let decided = IntentRow.order(.editWish, .accepted, payload: payload, record: "w", isSent: false)
        #expect(step(decided, [.wish("w", price: "13.00")]) == .nothing)
    }

    private func verdict(
        _ intent: IntentRow?, among facts: [RecordFact] = [], now: Int64 = 160
    ) -> IntentMatch.Verdict {
        match.verdict(on: intent, among: facts, now: Timestamp(seconds: now))
    }

    @Test("what a server has not kept of a change is named, as commands call it")
    func unkept() {
        let payload = #"{"name":"Kite","price":"14.00"}"#
        let half = IntentRow.order(.editWish, .acked, payload: payload, record: "w", attempts: 3)
        let why = verdict(half, among: [.wish("w", name: "Kite", price: "12.50")], now: 220)
        #expect(why == .park("the server said that it did it, and has not kept price"))
        #expect(
            verdict(half, among: [.wish("w", name: "Kit", price: "12.50")], now: 220)
                == .park("the server said that it did it, and has not kept name, price"))
        #expect(
            verdict(half, among: [.wish("v")], now: 220)
                == .park("the server said that it did it, and its list does not show it"))
    }

    @Test("what is done then, in every state")
    func verdicts() {
        #expect(verdict(nil) == .ended)
        for state in IntentRow.State.allCases {
            let verdict = verdict(.order(.addWish, state))
            switch state {
            case .accepted, .sending, .unknown: #expect(verdict == .sendAgain, "\(state)")
            case .acked: #expect(verdict == .lookAgain)
            case .confirmed, .superseded, .parked, .discarded: #expect(verdict == .ended, "\(state)")
            }
        }
        let tired = verdict(.order(.addWish, .unknown, attempts: 3, reason: "500"))
        #expect(tired == .park("sent 3 times, and the server has made nothing of it: 500"))
        // What the server says that it made, it is never told to make again.
        guard case .park(let why) = verdict(.order(.addWish, .acked), now: 220) else {
            Issue.record("not parked")
            return
        }
        #expect(why.contains("does not show it"))
        #expect(verdict(.order(.addWish, .acked), now: 219) == .lookAgain)
        // What is as well done twice is.
        let buy = IntentRow.order(.buyWish, .acked, payload: "{}", record: "w")
        #expect(verdict(buy, now: 219) == .lookAgain && verdict(buy, now: 220) == .sendAgain)
        guard case .park = verdict(.order(.buyWish, .acked, payload: "{}", record: "w", attempts: 3), now: 220) else {
            Issue.record("not parked")
            return
        }
    }
}
