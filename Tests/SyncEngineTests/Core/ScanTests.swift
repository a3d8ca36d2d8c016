import Store
import SyncEngine
import Testing
import Values

@Suite("Scan")
struct ScanTests {
    private let error = FactError(.unavailable, "down")
    private let horizon = Timestamp(seconds: 100)

    private func finished(_ actions: [Scan.Action]) -> Scan.Result? {
        if case .finish(let result)? = actions.last { result } else { nil }
    }

    @Test("a full scan reads balances, lists, balances")
    func full() {
        var scan = Scan(scope: .all, known: [alice: known("5.00")], horizon: horizon)
        #expect(scan.start() == [.readChildren])
        let family = [listed(alice, "5.00"), listed(bruno, "7.00")]
        #expect(
            scan.childrenRead(family) == [
                .readTransactions(alice, limit: 20), .readTransactions(bruno, limit: ChildScan.firstLimitOfHistory),
            ])
        #expect(
            scan.transactionsRead([], of: bruno, known: []) == [.apply(bruno, page: [], isWholeHistory: true)])
        #expect(
            scan.transactionsRead([], of: alice, known: []) == [
                .apply(alice, page: [], isWholeHistory: true), .readChildren,
            ])
        let both: Set = [alice, bruno]
        #expect(
            scan.childrenRead(family)
                == [.finish(Scan.Result(children: family, applied: both, compared: both))])
    }

    @Test("a hinted child's list comes first, and a hint for an unknown child reads everything")
    func hinted() {
        var scan = Scan(scope: .children([alice]), known: [alice: known("5.00")], horizon: horizon)
        #expect(scan.start() == [.readTransactions(alice, limit: 20)])
        let rows = [row(1, at: 200, balance: "6.00")]
        #expect(
            scan.transactionsRead(rows, of: alice, known: []) == [
                .apply(alice, page: rows, isWholeHistory: true), .readChildren,
            ])
        #expect(finished(scan.childrenRead([listed(alice, "6.00")]))?.failure == nil)
        var unknown = Scan(scope: .children([bruno]), known: [alice: known("5.00")], horizon: horizon)
        #expect(unknown.start() == [.readChildren])
        #expect(unknown.scope == .all)
    }

    @Test("a balance that moved between the two readings has that child's list read again, but not for ever")
    func moving() {
        var scan = Scan(scope: .all, known: [alice: known("5.00"), bruno: known("1.00")], horizon: horizon)
        var actions = scan.start()
        var lists = 0
        for round in 0..<10 where finished(actions) == nil {
            actions = scan.childrenRead([listed(alice, "\(round).50"), listed(bruno, "1.00")])
            for action in actions {
                guard case .readTransactions(let child, _) = action else { continue }
                lists += 1
                if round > 0 { #expect(child == alice) }
                actions = scan.transactionsRead([], of: child, known: [])
            }
        }
        #expect(finished(actions)?.failure == nil)
        #expect(lists == 2 + (Scan.maximumRounds - 1))
    }

    @Test("a balance that no row explains has the page read again, then the whole history, then is taken as it is")
    func unexplained() {
        var scan = Scan(scope: .all, known: [alice: known("5.00", rows: 300)], horizon: horizon)
        var limits: [Int] = []
        var actions = scan.start()
        while finished(actions) == nil {
            switch actions.last {
            case .readChildren: actions = scan.childrenRead([listed(alice, "9.00")])
            case .readTransactions(let child, let limit):
                limits.append(limit)
                actions = scan.transactionsRead([row(1, at: 1, balance: "5.00")], of: child, known: [])
            default: actions = [.finish(Scan.Result(failure: error))]
            }
        }
        #expect(limits == [20, 20, 320])
        #expect(finished(actions)?.failure == nil)
    }

    @Test("rows of one second come in any order: any of them explains the balance")
    func ties() {
        var scan = Scan(scope: .all, known: [alice: known("5.00")], horizon: horizon)
        _ = scan.start()
        _ = scan.childrenRead([listed(alice, "7.00")])
        let rows = [row(1, at: 9, balance: "6.00"), row(2, at: 9, balance: "7.00"), row(3, at: 8, balance: "5.00")]
        _ = scan.transactionsRead(rows, of: alice, known: [])
        #expect(finished(scan.childrenRead([listed(alice, "7.00")])) != nil)
    }

    @Test("a balance that stayed as it was is not suspicious, whatever the newest row says")
    func brokenChain() {
        var scan = Scan(scope: .all, known: [alice: known("5.00")], horizon: horizon)
        _ = scan.start()
        _ = scan.childrenRead([listed(alice, "5.00")])
        let odd = row(1, at: 1, balance: "77.00")
        _ = scan.transactionsRead([odd], of: alice, known: [odd.rowID])
        #expect(finished(scan.childrenRead([listed(alice, "5.00")])) != nil)
    }

    @Test("a balance that stayed although a row is new hides another one: the list is read again")
    func balancedOut() {
        var scan = Scan(scope: .all, known: [alice: known("5.00")], horizon: horizon)
        _ = scan.start()
        _ = scan.childrenRead([listed(alice, "5.00")])
        _ = scan.transactionsRead([row(1, at: 1, amount: "3.00", balance: "8.00")], of: alice, known: [])
        #expect(finished(scan.childrenRead([listed(alice, "5.00")])) == nil)
    }

    @Test("a child that only the last reading shows is read too; one that it lacks is missing")
    func comingAndGoing() {
        var scan = Scan(scope: .all, known: [alice: known("5.00")], horizon: horizon)
        _ = scan.start()
        _ = scan.childrenRead([listed(alice, "5.00")])
        _ = scan.transactionsRead([], of: alice, known: [])
        #expect(
            scan.childrenRead([listed(bruno, "1.00")])
                == [.readTransactions(bruno, limit: ChildScan.firstLimitOfHistory)])
        _ = scan.transactionsRead([], of: bruno, known: [])
        #expect(finished(scan.childrenRead([listed(bruno, "1.00")]))?.missing == [alice])
    }

    @Test("one list's failure spares the others, and ends the scan without another question")
    func listFails() {
        var scan = Scan(scope: .all, known: [alice: known("5.00"), bruno: known("1.00")], horizon: horizon)
        _ = scan.start()
        _ = scan.childrenRead([listed(alice, "5.00"), listed(bruno, "1.00")])
        #expect(scan.transactionsFailed(error, of: alice) == [])
        let result = finished(scan.transactionsRead([], of: bruno, known: []))
        #expect(result?.failure == error && result?.applied == [bruno])
    }

    @Test("a list that is not there is a gone child if the children agree, and a failure if they do not")
    func listNotFound() {
        let notFound = FactError(.notFound, "no such child")
        for isListed in [false, true] {
            var scan = Scan(scope: .children([alice]), known: [alice: known("5.00")], horizon: horizon)
            _ = scan.start()
            #expect(scan.transactionsFailed(notFound, of: alice) == [.readChildren])
            let result = finished(scan.childrenRead(isListed ? [listed(alice, "5.00")] : []))
            #expect(result?.failure == (isListed ? notFound : nil))
            #expect(result?.missing == (isListed ? [] : [alice]))
        }
    }

    @Test("a child that is listed and was never ours to read spoils no scan, as a sibling of a child's login")
    func sibling() {
        var scan = Scan(scope: .all, known: [alice: known("5.00")], horizon: horizon)
        _ = scan.start()
        _ = scan.childrenRead([listed(alice, "5.00"), listed(bruno, "1.00")])
        _ = scan.transactionsRead([], of: alice, known: [])
        #expect(scan.transactionsFailed(FactError(.notFound, "not yours"), of: bruno) == [.readChildren])
        let result = finished(scan.childrenRead([listed(alice, "5.00"), listed(bruno, "2.00")]))
        #expect(result?.failure == nil && result?.applied == [alice])
    }

    @Test("what another account has read is not missed by one that never could; what it read itself is")
    func readByAnother() {
        for wasRead in [false, true] {
            let balance = Decimal("1.00")!
            let sibling = Scan.KnownChild(balance: balance, rows: 3, isNew: false, wasRead: wasRead)
            var scan = Scan(scope: .all, known: [alice: known("5.00"), bruno: sibling], horizon: horizon)
            _ = scan.start()
            // Of a list that it has not read the horizon says nothing.
            let lists = scan.childrenRead([listed(alice, "5.00"), listed(bruno, "1.00")])
            #expect(
                lists.last == .readTransactions(bruno, limit: wasRead ? 20 : ChildScan.firstLimitOfHistory))
            _ = scan.transactionsRead([], of: alice, known: [])
            _ = scan.transactionsFailed(FactError(.notFound, "not yours"), of: bruno)
            let result = finished(scan.childrenRead([listed(alice, "5.00"), listed(bruno, "1.00")]))
            #expect((result?.failure == nil) != wasRead)
            #expect(result?.unreadable == (wasRead ? [] : [bruno]))
            #expect(result?.refused == (wasRead ? [bruno] : []))
        }
    }

    private func tail(_ before: String, heads: [String] = [], moved: String = "0") -> Scan.Tail {
        Scan.Tail(before: Decimal(before)!, heads: Set(heads.map { Decimal($0)! }), moved: Decimal(moved)!)
    }

    @Test("a scan that leaves the check ends with its lists; the check knows where they ended, and reads who is behind")
    func leftCheck() {
        var scan = Scan(
            scope: .children([alice]), known: [alice: known("5.00"), bruno: known("1.00")], horizon: horizon,
            leavesCheck: true)
        _ = scan.start()
        let left = finished(scan.transactionsRead([], of: alice, known: []))
        #expect(left?.failure == nil && left?.children == nil && left?.applied == [alice] && left?.missing == [])
        // It is behind unless the balance is where the newest row ended, or what the new rows make of the old one.
        let tails = [
            (tail("5.00", heads: ["7.00"]), nil), (tail("5.00", moved: "2.00"), nil),
            (tail("5.00", heads: ["6.00"], moved: "1.00"), alice), (tail("5.00"), alice),
            // Another account has moved the store's balance meanwhile.
            (tail("2.00", heads: ["4.00"], moved: "2.00"), alice), (tail("5.50", heads: ["7.00"], moved: "1.00"), nil),
        ]
        for (tail, behind) in tails {
            var check = Scan(
                scope: .children([]), known: [alice: known("5.00"), bruno: known("1.00")], horizon: horizon,
                tails: [alice: tail])
            #expect(check.start() == [.readChildren])
            let actions = check.childrenRead([listed(alice, "7.00"), listed(bruno, "1.00")])
            if let behind {
                #expect(actions == [.readTransactions(behind, limit: ChildScan.firstLimit)])
                // It ends with a check of its own.
                #expect(check.transactionsRead([], of: alice, known: []).contains(.readChildren))
            } else {
                #expect(finished(actions)?.failure == nil)
            }
        }
        // A list that is not there has to be explained at once.
        var gone = Scan(scope: .children([alice]), known: [alice: known("5.00")], horizon: horizon, leavesCheck: true)
        _ = gone.start()
        #expect(gone.transactionsFailed(FactError(.notFound, "gone"), of: alice) == [.readChildren])
    }

    @Test("what scans in a row have found explains a balance together, wherever the newest row ended")
    func tailsAddUp() {
        var tails: [ChildRow.ID: Scan.Tail] = [:]
        for number in 1...2 {
            var scan = Scan(
                scope: .children([alice]), known: [alice: known("5.00")], horizon: horizon, tails: tails,
                leavesCheck: true)
            _ = scan.start()
            _ = scan.transactionsRead(
                [row(number, at: Int64(100 + number), balance: "90.00")], of: alice, known: [])
            tails = scan.tails
        }
        for (balance, isExplained) in [("7.00", true), ("6.00", false)] {
            var check = Scan(scope: .children([]), known: [alice: known("5.00")], horizon: horizon, tails: tails)
            _ = check.start()
            #expect((finished(check.childrenRead([listed(alice, balance)])) != nil) == isExplained)
        }
    }

    @Test("a refused list is given up after three refusals and ten minutes with no reading in between")
    func refusals() {
        var lists = RefusedLists(timings: SyncTimings())
        #expect(lists.note([bruno], applied: [alice], at: .seconds(0)) == [])
        #expect(lists.note([bruno], applied: [alice], at: .seconds(700)) == [])
        #expect(lists.note([], applied: [bruno], at: .seconds(701)) == [])
        for second in [1_000, 1_300, 1_599] {
            #expect(lists.note([bruno], applied: [alice], at: .seconds(second)) == [])
        }
        #expect(lists.note([], applied: [], at: .seconds(1_599)) == [])
        #expect(lists.note([bruno], applied: [], at: .seconds(1_600)) == [bruno])
        #expect(lists.note([bruno], applied: [], at: .seconds(1_601)) == [])
    }

    @Test("answers after the end, and answers that nobody asked for, change nothing")
    func strays() {
        var scan = Scan(scope: .all, known: [:], horizon: nil)
        _ = scan.start()
        #expect(scan.transactionsRead([], of: alice, known: []) == [])
        #expect(finished(scan.childrenFailed(error))?.failure == error)
        #expect(scan.childrenRead([listed(alice, "1")]) == [])
        #expect(scan.transactionsFailed(error, of: alice) == [])
        #expect(scan.childrenFailed(error) == [])
    }

    @Test("a family without children is read in two questions")
    func noChildren() {
        var scan = Scan(scope: .deep, known: [:], horizon: nil)
        #expect(scan.start() == [.readChildren])
        #expect(finished(scan.childrenRead([]))?.children == [])
    }
}
