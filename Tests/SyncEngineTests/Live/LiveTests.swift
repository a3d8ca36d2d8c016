import AllowanceAPI
import HTTPClient
import JSON
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

/// Facts against the truth of a genuine server.
@Suite(.serialized, .enabled(if: LiveHub.isThere, "no ../shared/reference-hub beside the package"))
struct LiveTests {
    private func expectTruth(_ hub: LiveHub, _ store: Store) async throws {
        let truth = try await hub.truth()
        let children = try await store.children()
        #expect(children.count == truth.count)
        for child in children {
            let rows = try await store.transactions(matching: TransactionFilter(child: child, limit: 100_000))
            #expect(Set(rows.map(\.id.rawValue)) == truth[child.id.rawValue]?.ids)
            #expect(child.balance == truth[child.id.rawValue]?.balance)
        }
    }

    @Test("a storm is taken in whole, told once, and in the dark after a restart", arguments: ["spec", "real"])
    func storm(dialect: String) async throws {
        try await LiveHub.run(["--Dialect=\(dialect)", "--History=700"]) { hub in
            let bench = try TestBench()
            let session = try await hub.signedIn()
            var told = 0
            for run in 0..<2 {
                let store = try await bench.open()
                let engine = bench.engine(store, interval: .milliseconds(100), source: session)
                try await bench.with(engine) {
                    try await engine.settled()
                    if run == 0 { #expect(try await store.alerts() == []) }
                    try await hub.control("storm", ["count": 300, "perSecond": 0, "debits": true])
                    try await hub.control("allowance")
                    let truth = try await hub.truth()
                    let count = truth.values.reduce(0) { $0 + $1.ids.count }
                    try await eventually("all rows") { try await store.counts().transactions == count }
                    try await eventually("the balances") {
                        try await store.children().allSatisfy { truth[$0.id.rawValue]?.balance == $0.balance }
                    }
                }
                try await expectTruth(hub, store)
                let alerts = try await store.alerts().filter { $0.hasPrefix("new|") }
                #expect(alerts.count > told && alerts.count == Set(alerts).count)
                told = alerts.count
                #expect(try await store.counts().transactions == told + 1_400)
                await store.close()
                // Nobody watches while this happens.
                if run == 0 { try await hub.control("storm", ["count": 100, "perSecond": 0, "silent": true]) }
            }
        }
    }

    @Test("a hinted transaction is in the store within moments; one hidden below others is found by its balance")
    func hinted() async throws {
        try await LiveHub.run([]) { hub in
            let bench = try TestBench()
            let store = try await bench.open()
            let engine = bench.engine(store, source: try await hub.signedIn())
            try await bench.with(engine) {
                try await engine.settled()
                let child = try #require(try await store.children().first)
                let made = try await hub.control("storm", ["count": 1, "perSecond": 0])
                let id = try JSONNode(made).required("ids").elements()[0].string()
                let start = ContinuousClock.now
                engine.hint(.frame(.transaction(TransactionRow.ID(rawValue: id))))
                engine.hint(.frame(.child(child.id)))
                try await eventually("the fact") {
                    try await store.alerts().contains("new|\(TestBench.origin)|\(id)")
                }
                print("hint to fact in \(ContinuousClock.now - start)")
                try await engine.settled()
                try await hub.control(
                    "transaction",
                    [
                        "childId": .string(child.id.rawValue), "amount": 1, "type": "Credit", "category": "Gift",
                        "description": "late", "createdAt": "2020-01-01T00:00:00Z",
                    ])
                engine.scanNow()
                try await eventually("the old row") { try await store.lateAlerts().count == 1 }
            }
            try await expectTruth(hub, store)
            await store.close()
        }
    }
}
