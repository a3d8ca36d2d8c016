import Store
import SyncEngine
import Testing
import Values

@Suite("Hint book")
struct HintBookTests {
    private let arrived = Timestamp(seconds: 1_000)
    private let kite = TransactionRow.ID(rawValue: "kite")

    private func id(_ number: Int) -> HintRow.ID { HintRow.ID(rawValue: number) }

    private func book(_ subjects: Hint.Subject..., at now: Duration = .zero) -> HintBook {
        var book = HintBook(timings: SyncTimings())
        for (number, subject) in subjects.enumerated() {
            book.take(id(number), subject, receivedAt: arrived, at: now)
        }
        return book
    }

    @Test("a transaction waits 300 ms for a child's name, then every child is read")
    func childWait() {
        let book = book(.transaction(kite))
        #expect(book.due(at: .milliseconds(299)) == nil)
        #expect(book.due(at: .milliseconds(300)) == .all)
        #expect(book.nextDue == .milliseconds(300))
    }

    @Test("named children are read at once, together")
    func named() {
        let book = book(.child(alice), .balance(child: bruno, Decimal("1")!), .transaction(kite))
        #expect(book.due(at: .zero) == .children([alice, bruno]))
        #expect(self.book(.transaction(kite, child: alice)).due(at: .zero) == .children([alice]))
        #expect(self.book(.something, .child(alice)).due(at: .zero) == .all)
    }

    @Test("a row answers the hints about it, and no others")
    func found() {
        var book = book(.transaction(kite), .transaction(kite, child: alice), .child(alice), .something)
        let settlements = book.settlements(found: [kite], of: alice)
        #expect(Set(settlements.flatMap(\.ids)) == [id(0), id(1)])
        #expect(settlements.allSatisfy { $0.ending == .resolved })
        book.settle(settlements, at: .zero)
        #expect(book.count == 2)
    }

    @Test("only a scan that began after a hint answers it, and only for the children that it read")
    func scans() {
        let book = book(.child(alice), .something, at: .seconds(10))
        #expect(book.settlements(isFull: true, children: [alice], startedAt: .seconds(9), at: .seconds(11)) == [])
        #expect(
            book.settlements(isFull: false, children: [bruno], startedAt: .seconds(10), at: .seconds(11)) == [])
        let partial = book.settlements(isFull: false, children: [alice], startedAt: .seconds(10), at: .seconds(11))
        #expect(partial.map(\.ending) == [.resolved] && partial[0].subject == .child(alice))
        let full = book.settlements(isFull: true, children: [alice], startedAt: .seconds(10), at: .seconds(11))
        #expect(full.map(\.ending) == [.resolved, .resolved])
    }

    @Test("what is announced and not found is looked for again, and reported after three scans and two minutes")
    func reported() {
        let ended = ending(of: .transaction(kite), unreadable: [])
        #expect(ended.looks == [.milliseconds(300), .seconds(5), .seconds(30), .seconds(120)])
        #expect(ended.ending == .reported)
    }

    @Test("what names no child may be of one whose list is not this login's to read: looked for, and no loss")
    func sibling() {
        let ended = ending(of: .transaction(kite), unreadable: [bruno])
        #expect(ended.looks == [.milliseconds(300), .seconds(5), .seconds(30), .seconds(120)])
        #expect(ended.ending == .resolved)
        #expect(ending(of: .transaction(kite, child: alice), unreadable: [bruno]).ending == .reported)
    }

    /// What becomes of a hint that nothing answers, and when it was looked for.
    private func ending(
        of subject: Hint.Subject, unreadable: Set<ChildRow.ID>
    ) -> (looks: [Duration], ending: HintBook.Ending?) {
        var book = book(subject)
        var looks: [Duration] = []
        var end: HintBook.Ending?
        while end != .reported, end != .resolved, looks.count < 10, let due = book.nextDue {
            looks.append(due)
            let settlements = book.settlements(
                isFull: true, children: [alice], unreadable: unreadable, startedAt: due, at: due)
            end = settlements.first?.ending
            book.settle(settlements, at: due)
        }
        #expect(book.count == 0)
        return (looks, end)
    }

    @Test("hints that say the same are one entry; what joins while a settlement is written stays open")
    func joining() {
        var book = book(.child(alice), .child(alice))
        #expect(book.entries.count == 1 && book.count == 2)
        let settlements = book.settlements(isFull: false, children: [alice], startedAt: .zero, at: .zero)
        book.take(id(7), .child(alice), receivedAt: arrived, at: .milliseconds(5))
        book.settle(settlements, at: .milliseconds(6))
        #expect(book.count == 1)
        #expect(book.due(at: .milliseconds(6)) == .children([alice]))
    }

    @Test("a flood of different hints is bounded; any full scan answers the rest")
    func bounded() {
        var book = HintBook(timings: SyncTimings())
        let count = HintBook.entryLimit + 500
        for number in 0..<count {
            let row = TransactionRow.ID(rawValue: "txn-\(number)")
            book.take(id(number), .transaction(row), receivedAt: arrived, at: .zero)
        }
        #expect(book.entries.count == HintBook.entryLimit + 1)
        #expect(book.count == count)
        #expect(book.due(at: .zero) == .all)
    }

    @Test("a hint announces its own row, or rows of its child made about then; not what was made long before")
    func announcing() {
        let byChild = book(.child(alice))
        #expect(byChild.announces(kite, of: alice, createdAt: arrived))
        #expect(byChild.announces(kite, of: alice, createdAt: arrived.advanced(by: .seconds(-5))))
        #expect(!byChild.announces(kite, of: alice, createdAt: arrived.advanced(by: .seconds(-6))))
        #expect(!byChild.announces(kite, of: bruno, createdAt: arrived))
        let byRow = book(.transaction(kite))
        #expect(byRow.announces(kite, of: alice, createdAt: Timestamp(seconds: 0)))
        #expect(!byRow.announces(TransactionRow.ID(rawValue: "other"), of: alice, createdAt: arrived))
        var old = HintBook(timings: SyncTimings())
        old.take(id(1), .transaction(kite), receivedAt: arrived, isFromBefore: true, at: .zero)
        #expect(!old.announces(kite, of: alice, createdAt: arrived))
    }
}

extension HintBook {
    fileprivate func announces(_ row: TransactionRow.ID, of child: ChildRow.ID, createdAt: Timestamp) -> Bool {
        announced(among: [(row, createdAt)], of: child).contains(row)
    }
}
