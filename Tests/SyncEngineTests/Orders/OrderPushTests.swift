import AllowanceAPI
import Runtime
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

/// Orders about records on their way to a server that is as bad as real ones: each is carried out once, and confirmed by a list.
@Suite("Orders on their way")
struct OrderPushTests {
    @Test("marked on the disk before its first byte, carried out once, and confirmed by the list")
    func plain() async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        let seen = Lock(IntentRow.State?.none)
        bench.orders.state.withLock { state in
            state.atFirstByte = { intent in
                let row = try? await store.read { try $0.intent(intent.id) }
                seen.withLock { $0 = row?.state }
            }
        }
        try await bench.run(store) { _ in try await store.order(.addWish) }
        #expect(seen.withLock { $0 } == .sending)
        let row = try #require(try await store.entries().first)
        #expect(row.state == .confirmed && row.attempts == 1 && row.fact?.rawValue == "made-1" && row.known == [])
        #expect(bench.orders.sent == 1)
        // The list that confirms it is kept in the same commit.
        #expect(try await store.read { try $0.records(.wish) }.map(\.id.rawValue) == ["made-1"])
        await store.close()
    }

    @Test(
        "made once, whatever the answer was",
        arguments: [
            [ModelOrders.Behaviour.lostAnswer], [.answer(.unclear("500"))], [.answer(.unclear("500")), .lostAnswer],
            [.answer(.notMade("busy", wait: .milliseconds(50)))], [.answer(.notMade("away", wait: nil)), .lostAnswer],
            [.answer(.disputed("conflict"))],
        ])
    func once(behaviours: [ModelOrders.Behaviour]) async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        for behaviour in behaviours { bench.orders.next(behaviour) }
        try await bench.run(store) { _ in try await store.order(.addWish) }
        #expect(bench.orders.facts().count == 1)
        #expect(try await store.entries().map(\.state) == [.confirmed])
        await store.close()
    }

    @Test("what the server has said that it made, and its list shows late, is looked for again and never sent again")
    func lagging() async throws {
        var bench = try OrderBench()
        // However slow the machine is: no list is too late here.
        bench.settle = .seconds(3_600)
        let store = try await bench.bench.open()
        bench.orders.next(.lagging(2))
        try await bench.run(store) { _ in try await store.order(.addWish) }
        #expect(try await store.entries().map(\.state) == [.confirmed])
        #expect(bench.orders.facts().count == 1 && bench.orders.sent == 1)
        // Two of them in vain.
        #expect(bench.orders.state.withLock { $0.readings } >= 3)
        await store.close()
    }

    @Test(
        "a twin that another parent added before is not taken for it; one added meanwhile is, and it is never sent twice"
    )
    func twins() async throws {
        for isBefore in [true, false] {
            let bench = try OrderBench()
            let store = try await bench.bench.open()
            let orders = bench.orders
            // As late as can be, so that its time is one at which the order was under way.
            let addTwin: @Sendable () -> Void = {
                orders.set([.made("twin", #"{"name":"Kite","price":"12.50"}"#)])
            }
            if !isBefore { orders.state.withLock { $0.atFirstByte = { _ in addTwin() } } }
            orders.next(isBefore ? .answer(.unclear("500")) : .lostAnswer)
            try await bench.run(store) { _ in
                if isBefore { addTwin() }
                try await store.order(.addWish)
            }
            #expect(bench.orders.facts().count == 2 && bench.orders.sent == (isBefore ? 2 : 1))
            let row = try #require(try await store.entries().first)
            #expect(row.state == .confirmed && row.fact?.rawValue == (isBefore ? "made-1" : "twin"))
            await store.close()
        }
    }

    @Test(
        "a refusal parks it with the server's words, and so does a server that is silent three times or has no such list"
    )
    func parked() async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        let silent = ModelOrders.Behaviour.answer(.unclear("500"))
        bench.orders.next(.answer(.refused("too dear")), silent, silent, silent)
        try await bench.run(store) { engine in
            try await store.order(.addWish)
            engine.intentsChanged()
            try await eventually("parked") { try await store.counts().parkedIntents == 1 }
            try await store.order(.addWish)
            engine.intentsChanged()
            try await eventually("parked") { try await store.counts().parkedIntents == 2 }
            bench.orders.state.withLock { $0.isAbsent = true }
            try await store.order(.addWish)
        }
        let rows = try await store.entries()
        #expect(rows.map(\.state) == [.parked, .parked, .parked] && bench.orders.sent == 4)
        #expect(rows[0].reason == "too dear" && !rows[0].isDoubtful)
        #expect(rows[1].reason?.contains("3 times") == true && rows[2].reason?.contains("no list") == true)
        bench.orders.state.withLock { $0.isAbsent = false }
        for row in rows { _ = try await StoredIntents(store).retry(row.id, now: WallClock.system.now) }
        try await bench.run(store) { _ in }
        #expect(try await store.entries().map(\.state) == [.confirmed, .confirmed, .confirmed])
        #expect(bench.orders.facts().count == 3)
        await store.close()
    }

    @Test("a list that cannot be read holds it up, and nothing is sent before it is; those behind it keep their order")
    func unread() async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        bench.orders.state.withLock {
            $0.failures = (0..<3).map { _ in FactError(.unavailable, "away") }
        }
        try await bench.run(store) { engine in
            for number in 1...4 { try await store.order(.addWish, #"{"name":"Wish \#(number)","price":"1.00"}"#) }
        }
        let names = bench.orders.state.withLock { $0.sent.map(\.payload) }
        #expect(names == (1...4).map { #"{"name":"Wish \#($0)","price":"1.00"}"# })
        #expect(try await store.entries().allSatisfy { $0.state == .confirmed && $0.attempts == 1 })
        await store.close()
    }

    @Test(
        "what a program that was killed had under way is looked for before it is sent again", arguments: [true, false])
    func killed(isMade: Bool) async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        let engine = bench.engine(store)
        bench.orders.state.withLock { state in
            state.atFirstByte = { [orders = bench.orders] intent in
                if isMade { orders.set([.made("made-0", intent.order.record?.payload ?? "")]) }
                await store.close()
            }
        }
        bench.orders.next(.answer(.unclear("lost")))
        try await engine.start()
        async let running: Void = engine.run()
        try await engine.settled()
        try await store.order(.addWish)
        engine.intentsChanged()
        try await eventually("the request") { bench.orders.sent == 1 }
        var failure: (any Error)?
        do { try await running } catch { failure = error }
        #expect(failure is StoreError)
        bench.orders.state.withLock { $0.atFirstByte = nil }
        let reopened = try await bench.bench.open()
        #expect(try await reopened.entries()[0].state == .sending)
        try await bench.run(reopened) { _ in }
        #expect(bench.orders.facts().count == 1 && bench.orders.sent == (isMade ? 1 : 2))
        #expect(try await reopened.entries().map(\.state) == [.confirmed])
        await reopened.close()
    }

    @Test(
        "a change is sent over what the record says now, once, and is done when the record says it; what is so already is not sent"
    )
    func changes() async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        bench.orders.set([.made("w", #"{"name":"Kite","price":"12.50"}"#)])
        bench.orders.next(.lostAnswer)
        try await bench.run(store) { _ in
            try await store.order(.editWish, #"{"price":"14.00"}"#, record: "w", base: #"{"price":"12.50"}"#)
            try await store.order(.editWish, #"{"price":"14.00"}"#, record: "w")
        }
        let sent = bench.orders.state.withLock { $0.sent }
        #expect(sent.count == 1 && sent[0].current?.contains("12.50") == true)
        let rows = try await store.entries()
        #expect(rows.map(\.state) == [.confirmed, .confirmed] && rows[1].reason == "it was so already")
        await store.close()
    }

    @Test("what a server no longer has is not changed: superseded; and one that is gone needs no removing")
    func gone() async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        let missing = ModelOrders.Behaviour.answer(.missing("not found"))
        bench.orders.next(missing, missing)
        try await bench.run(store) { _ in
            try await store.order(.editWish, #"{"price":"14.00"}"#, record: "w")
            try await store.order(.removeWish, "{}", record: "w")
        }
        let rows = try await store.entries()
        #expect(rows.map(\.state) == [.superseded, .confirmed] && rows[0].reason != nil)
        #expect(try await store.counts().isBalanced)
        await store.close()
    }

    @Test("what a server says that it does not have, and lists as it was, is left to a person after one look")
    func missing() async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        bench.orders.set([.made("w", #"{"name":"Kite","price":"12.50"}"#)])
        let missing = ModelOrders.Behaviour.answer(.missing("not found"))
        bench.orders.next(missing, missing, missing)
        try await bench.run(store) { _ in
            try await store.order(.editWish, #"{"price":"14.00"}"#, record: "w", base: #"{"price":"12.50"}"#)
        }
        let row = try #require(try await store.entries().first)
        #expect(row.state == .parked && row.attempts == 1)
        #expect(row.reason == "the server says that it is not there, and its list shows it: not found")
        await store.close()
    }

    @Test(
        "what was ordered away is shown no more when its order is at its end: a list's patience is for what nobody ordered"
    )
    func away() async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        bench.orders.set([
            .made("w", #"{"name":"Kite","price":"12.50"}"#), .made("v", #"{"name":"Top","price":"1.00"}"#),
        ])
        try await bench.run(store) { _ in
            try await store.order(.editWish, #"{"price":"14.00"}"#, record: "w", base: #"{"price":"12.50"}"#)
        }
        #expect(Set(try await store.read { try $0.records(.wish) }.map(\.id.rawValue)) == ["w", "v"])
        try await bench.run(store) { _ in try await store.order(.removeWish, "{}", record: "w") }
        #expect(try await store.entries().map(\.state) == [.confirmed, .confirmed])
        #expect(try await store.read { try $0.records(.wish) }.map(\.id.rawValue) == ["v"])
        // What vanished by itself has the patience of lists.
        bench.orders.set([])
        try await bench.run(store) { _ in try await store.order(.addWish) }
        #expect(try await store.read { try $0.records(.wish) }.map(\.id.rawValue).contains("v"))
        await store.close()
    }

    @Test("what somebody else has changed since is parked unsent, and sent when a person decides so")
    func conflict() async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        bench.orders.set([.made("w", #"{"name":"Kite","price":"13.00"}"#)])
        try await bench.run(store) { _ in
            try await store.order(.editWish, #"{"price":"14.00"}"#, record: "w", base: #"{"price":"12.50"}"#)
        }
        var row = try #require(try await store.entries().first)
        #expect(row.state == .parked && bench.orders.sent == 0)
        let number = try #require(try await store.read { try $0.openConflicts() }.first?.number)
        _ = try await ConflictDesk(store).resolve(number, .mine, now: WallClock.system.now)
        try await bench.run(store) { _ in }
        row = try #require(try await store.entries().first)
        #expect(row.state == .confirmed && bench.orders.sent == 1)
        await store.close()
    }

    @Test("money that an order moves is moved once, whatever the answer was", arguments: [true, false])
    func moves(isMade: Bool) async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        let payload = #"{"amount":"5.00"}"#
        bench.orders.set([.made("before", #"{"amount":"5.00","action":"childDeposit"}"#)])
        bench.orders.next(isMade ? .lostAnswer : .answer(.unclear("500")))
        try await bench.run(store) { _ in try await store.order(.depositGoal, payload, record: "goal") }
        #expect(bench.orders.facts().count == 2 && bench.orders.sent == (isMade ? 1 : 2))
        let row = try #require(try await store.entries().first)
        #expect(row.state == .confirmed && row.fact?.rawValue == "moved-1")
        await store.close()
    }

    @Test("nobody carries out what another person has ordered")
    func anotherPerson() async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        bench.orders.next(.answer(.notMade("away", wait: .seconds(900))))
        let engine = bench.engine(store)
        try await bench.bench.with(engine) {
            try await engine.settled()
            try await store.order(.addWish)
            engine.intentsChanged()
            try await eventually("the first try's end") {
                try await store.entries()[0].reason == "away"
            }
            bench.signIn("dad")
            engine.scanNow()
            try await eventually("another person") { try await store.accounts()[0].userID == "dad" }
            try await engine.settled()
            engine.intentsChanged()
            engine.scanNow()
            try await engine.settled()
        }
        #expect(bench.orders.sent == 1 && bench.orders.facts() == [])
        #expect(try await store.entries().map(\.state) == [.accepted])
        await store.close()
    }
}
