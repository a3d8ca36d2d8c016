import Testing

@testable import Store

/// What store and ledger tell of each other, in every way in which they can meet.
@Suite("How store and ledger stand to each other")
struct LedgerStandingTests {
    private static func standing(
        id: String? = "own", head: Int64 = 10, firstDue: Int64? = nil, ledgerHead: Int64 = 10, hasLedger: Bool = true
    ) -> LedgerStanding {
        LedgerStanding(
            id: id, head: head, firstDue: firstDue, ledgerHead: ledgerHead, hasLedger: hasLedger, isAnothers: false)
    }

    private static func contents(id: String = "own", head: Int64 = 10, damaged: Int = 0) -> LedgerContents {
        var contents = LedgerContents()
        contents.take(LedgerLine(number: head, word: .store(id: id)))
        for _ in 0..<damaged { contents.noteDamage() }
        return contents
    }

    @Test(
        "at a start at which nothing was found only a ledger that reaches to what the store has for it is one",
        arguments: [
            (standing(), true), (standing(firstDue: 9, ledgerHead: 8), true),
            (standing(firstDue: 10, ledgerHead: 8), false), (standing(ledgerHead: 8), false),
            (standing(ledgerHead: 0, hasLedger: false), false),
            (standing(firstDue: 1, ledgerHead: 0, hasLedger: false), false),
            // A new store, and one of a version that had no ledger.
            (standing(head: 0, ledgerHead: 0, hasLedger: false), true),
            (standing(id: nil, ledgerHead: 0, hasLedger: false), true),
        ])
    func nothingFound(_ standing: LedgerStanding, _ isFollowed: Bool) {
        #expect(standing.isFollowed(by: nil, after: nil) == isFollowed)
    }

    @Test("a copy is followed by a whole ledger of the same store that is no older, and by no other")
    func copies() {
        let standing = Self.standing()
        for reason in [RecoveryReport.Reason.restored, .replaced] {
            #expect(standing.isFollowed(by: Self.contents(), after: reason))
            #expect(standing.isFollowed(by: Self.contents(head: 12), after: reason))
            #expect(!standing.isFollowed(by: Self.contents(head: 9), after: reason))
            #expect(!standing.isFollowed(by: Self.contents(id: "other"), after: reason))
            #expect(!standing.isFollowed(by: Self.contents(damaged: 1), after: reason))
            #expect(!standing.isFollowed(by: nil, after: reason))
            #expect(!Self.standing(id: nil).isFollowed(by: Self.contents(), after: reason))
        }
    }

    @Test("a store that is made anew is as good as the ledger's lines; without one nothing was sent since")
    func madeAnew() {
        let standing = Self.standing(id: nil, head: 0)
        for reason in [RecoveryReport.Reason.damaged, .deleted] {
            #expect(standing.isFollowed(by: Self.contents(), after: reason))
            #expect(standing.isFollowed(by: nil, after: reason))
            #expect(!standing.isFollowed(by: Self.contents(damaged: 1), after: reason))
        }
    }

    @Test("another store lies here where the ledger is ahead of it, or is another's")
    func replaced() {
        #expect(Self.standing(ledgerHead: 11).isReplaced(nil) && Self.standing(ledgerHead: 11).isDoubtful)
        #expect(Self.standing().isReplaced(Self.contents(id: "other")))
        #expect(!Self.standing().isReplaced(Self.contents()) && !Self.standing().isReplaced(nil))
        #expect(!Self.standing().isDoubtful && Self.standing(id: nil).isDoubtful)
    }
}
