import JSON
import Runtime
import Store
import Testing
import Values

@testable import Control

@Suite("Orders to the installation, and how it stands", .timeLimit(.minutes(1)))
struct ControlOrderTests {
    private func live(_ accounts: [LiveStatus.Account] = []) -> LiveStatus {
        var live = LiveStatus(
            startedAt: Installation.moment, version: "9.8.7", stateFolder: "/state", configurationFile: "/a.yaml")
        live.accounts = accounts
        return live
    }

    private static let house = Installed(targets: [
        .init(name: "chat", kind: "slack"), .init(name: "house", kind: "ntfy"),
    ])

    @Test("what a retry does not bring on its way is said with the next step: no target, or readers who may not know")
    func held() async throws {
        try await Installation.with { installation async throws in
            for number in 1...2 { try await installation.alert(number, to: "mail", "house") }
            try await installation.store.write { try $0.bar(.init(rawValue: 2), detail: "x", now: Installation.moment) }
            let api = ControlAPI(store: installation.store, installed: { Self.house }) { _ in .text("") }
            let order = ControlRequest(.post, ["deliveries", "retry"], query: ["target": "mail"])
            let mail = try await api.value(order)
            #expect(mail["done"] == [1, 3] && mail["held"]?[0]?["numbers"] == [1, 3])
            let message = try #require(mail["held"]?.texts("message").first)
            #expect(message.hasPrefix("2 deliveries wait for the target mail, which is not configured"))
            #expect(message.hasSuffix(": pocketbell deliveries discard --target mail"))
            let barred = try await api.value(.order("retry", "2, 4"))
            #expect(barred["done"] == [2, 4] && barred["held"]?[0]?["numbers"] == [2])
            #expect(barred["held"]?.texts("message").first?.contains("'people' in ") == true)
            #expect(try await api.value(.order("discard", "1"))["held"] == [])
        }
    }

    @Test("a retry that was taken rings for its target, a discard and a refusal do not")
    func occasions() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "chat", "house")
            let noted = Lock([ControlAPI.Occasion]())
            let api = ControlAPI(
                store: installation.store, installed: { Self.house },
                note: { occasion in noted.withLock { $0 += [occasion] } }
            ) { _ in .text("") }
            let taken = try await api.value(.order("retry", "2"))
            #expect(taken == ["order": "retry", "done": [2], "held": [], "refused": []])
            #expect(noted.withLock { $0 } == [.wantsRetry(target: "house")])
            let discarded = try await api.value(.order("discard", "1"))
            #expect(discarded == ["order": "discard", "done": [1], "held": [], "refused": []])
            _ = try await api.value(.order("retry", "9"))
            #expect(noted.withLock { $0.count } == 1)
        }
    }

    @Test("an order that the state of the delivery does not allow is refused and says why; the others are carried out")
    func conflicts() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "chat", "house")
            let api = ControlAPI(store: installation.store) { _ in .text("") }
            try await installation.begin(1)
            let refused: JSONValue = [
                "number": 1, "message": "delivery 1 is being sent just now; look again in a moment",
            ]
            #expect(
                try await api.value(.order("discard", "1, 2")) == [
                    "order": "discard", "done": [2], "held": [], "refused": [refused],
                ])
            try await installation.finish(1, .delivered)
            let answer = try await api.value(.order("retry", "1, 3"))
            #expect(answer["done"] == [])
            #expect(
                answer["refused"]?.texts("message") == [
                    "delivery 1 is accepted already", "there is no delivery 3; see: pocketbell deliveries list",
                ])
        }
    }

    @Test(
        "what is no number of a delivery is told apart from a number that nobody has", arguments: [#""x""#, "", "1.5"])
    func numbers(_ text: String) async throws {
        try await Installation.with { installation async throws in
            let api = ControlAPI(store: installation.store) { _ in .text("") }
            if !text.isEmpty {
                let refusal = try await api.refusal(.order("retry", text))
                #expect(refusal.kind == .malformed && refusal.message.contains("numbers"))
            }
            #expect(
                try await api.refusal(ControlRequest(.get, ["deliveries", text]))
                    == .init(.unknown, "there is no delivery \(text); see: pocketbell deliveries list"))
        }
    }

    @Test("the largest and smallest numbers are looked up, and one more is none")
    func extremes() async throws {
        try await Installation.with { installation async throws in
            let api = ControlAPI(store: installation.store) { _ in .text("") }
            for number in ["9223372036854775807", "-9223372036854775808"] {
                let answer = try await api.value(.order("discard", number))
                #expect(answer["refused"]?.elements.count == 1, "\(number)")
            }
            #expect(try await api.refusal(.order("discard", "9223372036854775808")).kind == .malformed)
        }
    }

    @Test("sign-ins, sign-outs, tests, figures and the doctor reach who carries them out, with what they need")
    func handedOn() async throws {
        try await Installation.with { installation async throws in
            let accounts = ControlAccounts { order in
                .text("in " + order.withText { $0 })
            } signOut: { name in
                .text("out \(name)")
            }
            let api = ControlAPI(
                store: installation.store, metrics: { "figures" }, accounts: accounts, examine: { .text("healthy") }
            ) { .text("test \($0)") }
            let cases: [(ControlRequest, String)] = [
                (ControlRequest(.post, ["login"], body: Secret(#"{"email":"a"}"#)), #"in {"email":"a"}"#),
                (ControlRequest(.post, ["login"]), "in {}"),
                (ControlRequest(.post, ["accounts", "mum", "logout"]), "out mum"),
                (ControlRequest(.post, ["targets", "chat", "test"]), "test chat"),
                (ControlRequest(.get, ["metrics"]), "figures"), (ControlRequest(.get, ["doctor"]), "healthy"),
            ]
            for (request, text) in cases { #expect(await api.answer(request) == .text(text)) }
        }
    }

    @Test(
        "a path with another method, one more part or one less is another question, which nobody answers",
        arguments: [
            ControlRequest(.post, ["ping"]), ControlRequest(.get, ["ping", "ping"]), ControlRequest(.get, []),
            ControlRequest(.get, ["login"]), ControlRequest(.post, ["login", "now"]),
            ControlRequest(.post, ["targets", "chat"]),
            ControlRequest(.post, ["targets", "chat", "eat"]), ControlRequest(.get, ["targets", "chat", "test"]),
            ControlRequest(.post, ["accounts", "mum", "eat"]), ControlRequest(.post, ["metrics"]),
            ControlRequest(.post, ["doctor"]), ControlRequest(.get, ["deliveries", "1", "retry"]),
            ControlRequest(.post, ["deliveries", "1", "retry"]),
            ControlRequest(.get, ["Status"]),
        ])
    func unknown(_ request: ControlRequest) async throws {
        try await Installation.with { installation async throws in
            let api = ControlAPI(
                store: installation.store, accounts: .init(signIn: { _ in .text("") }, signOut: { _ in .text("") }),
                examine: { .text("") }
            ) { _ in .text("") }
            let path = request.path.joined(separator: "/")
            #expect(
                try await api.refusal(request) == .init(.unknown, "there is no \(request.method.rawValue) /v1/\(path)"))
        }
    }

    @Test("what only the running program can do is not available without it, and the next step is said")
    func notHere() async throws {
        try await Installation.with { installation async throws in
            let api = ControlAPI(store: installation.store) { _ in .text("") }
            for request in [
                ControlRequest(.post, ["login"]), ControlRequest(.post, ["accounts", "mum", "logout"]),
                ControlRequest(.get, ["doctor"]),
            ] {
                #expect(
                    try await api.refusal(request)
                        == .init(.unavailable, "the program does not run", hint: "start it: pocketbell run"))
            }
        }
    }

    @Test("a store that takes no question is not available, in its own words", arguments: ["status", "children"])
    func closed(_ question: String) async throws {
        let installation = try await Installation()
        let api = ControlAPI(store: installation.store) { _ in .text("") }
        await installation.store.close()
        let error = await #expect(throws: StoreError.self) { _ = try await installation.store.children() }
        let refusal = try await api.refusal(ControlRequest(.get, [question]))
        #expect(refusal == .init(.unavailable, try #require(error).description))
    }

    @Test("a ping says which program answers, or that none runs")
    func ping() async throws {
        try await Installation.with { installation async throws in
            let running = live()
            let api = ControlAPI(store: installation.store, live: { running }) { _ in .text("") }
            let expected: JSONValue = [
                "running": true, "version": "9.8.7", "state": "/state", "configuration": "/a.yaml", "timeZone": nil,
            ]
            #expect(try await api.value(ControlRequest(.get, ["ping"])) == expected)
            let none: JSONValue = [
                "running": false, "version": nil, "state": nil, "configuration": nil, "timeZone": "Europe/Berlin",
            ]
            let silent = ControlAPI(
                store: installation.store, installed: { Installed(timeZone: "Europe/Berlin") }
            ) { _ in .text("") }
            #expect(try await silent.value(ControlRequest(.get, ["ping"])) == none)
        }
    }

    @Test("the running program's accounts are shown as it sees them, with its problems")
    func running() async throws {
        try await Installation.with { installation async throws in
            var mum = LiveStatus.Account(name: "mum", state: .polling)
            (mum.reason, mum.hub, mum.openHints) = ("the hub is away", "https://one.example", 3)
            mum.lastScan = Installation.moment
            var dad = LiveStatus.Account(name: "dad", state: .signInNeeded)
            (dad.failingSince, dad.nextTryAt, dad.nextStep) = (Installation.moment, Installation.moment, "Look.")
            var running = live([mum, dad])
            running.targets = [LiveStatus.Target(name: "chat", state: .working)]
            let installed = Installed(accounts: [
                .init(name: "mum", server: "https://one.example", email: "mum@one.example", canSignIn: true)
            ])
            let api = ControlAPI(
                store: installation.store, live: { [running] in running }, installed: { installed }
            ) { _ in .text("") }
            let status = try await api.value(ControlRequest(.get, ["status"]))
            let moment: JSONValue = "2026-03-14T15:09:26Z"
            #expect(status["running"] == true && status["version"] == "9.8.7" && status["startedAt"] == moment)
            #expect(status["problems"]?.texts("subject").sorted() == ["dad", "mum"])
            let expected: [JSONValue] = [
                [
                    "name": "mum", "server": "https://one.example", "email": "mum@one.example", "state": "polling",
                    "reason": "the hub is away", "nextStep": nil, "hub": "https://one.example", "nextTryAt": nil,
                    "lastScan": moment, "openHints": 3, "link": "polling", "run": RunState.idle.json,
                    "uploads": [],
                ],
                [
                    "name": "dad", "server": nil, "email": nil, "state": "signInNeeded", "reason": nil,
                    "nextStep": "Look.", "hub": nil, "nextTryAt": moment, "lastScan": nil, "openHints": 0,
                    "link": "signInNeeded", "run": RunState.error("somebody has to sign in").json,
                    "uploads": [],
                ],
            ]
            #expect(status["run"] == expected[1]["run"] && status["store"] == "ok")
            #expect(status["accounts"] == .array(expected))
        }
    }

    @Test("without a program the accounts are shown as stopped or not signed in, with their last scan")
    func stopped() async throws {
        try await Installation.with { installation async throws in
            try await installation.store.write { transaction in
                let server = try transaction.ensureServer(origin: "https://one.example")
                let account = try transaction.ensureAccount(named: "mum", on: server, at: Installation.moment)
                try transaction.finishScan(
                    of: account.id, startedAt: Installation.moment,
                    finishedAt: Installation.moment.advanced(by: .seconds(2)))
            }
            let installed = Installed(accounts: [
                .init(name: "mum", server: "https://one.example", email: nil, canSignIn: true),
                .init(name: "dad", server: "https://one.example", email: "dad@one.example", canSignIn: false),
            ])
            let api = ControlAPI(store: installation.store, installed: { installed }) { _ in .text("") }
            let status = try await api.value(ControlRequest(.get, ["status"]))
            let dad: JSONValue = [
                "name": "dad", "server": "https://one.example", "email": "dad@one.example", "state": "signInNeeded",
                "reason": "must sign in", "nextStep": "pocketbell login dad", "hub": nil, "nextTryAt": nil,
                "lastScan": nil, "openHints": 0, "link": "signInNeeded", "run": nil, "uploads": [],
            ]
            let mum: JSONValue = [
                "name": "mum", "server": "https://one.example", "email": nil, "state": "stopped",
                "reason": "the program does not run", "nextStep": nil, "hub": nil, "nextTryAt": nil,
                "lastScan": "2026-03-14T15:09:28Z", "openHints": 0, "link": "stopped", "run": nil, "uploads": [],
            ]
            #expect(status["run"] == .null)
            #expect(status["accounts"] == .array([mum, dad]))
            #expect(status["startedAt"] == .null && status["version"] == .null)
            #expect(status["problems"]?.texts("kind") == ["signInNeeded", "notRunning"])
            #expect(status["problems"]?.texts("nextStep") == ["pocketbell login dad", "pocketbell run"])
        }
    }

    @Test("the counts of the status are those of the store, by state and by target")
    func counts() async throws {
        try await Installation.with { installation async throws in
            for number in 1...3 { try await installation.alert(number, to: "chat", "house") }
            try await installation.begin(1)
            try await installation.finish(1, .inDoubt(retryAt: Installation.moment))
            try await installation.begin(2)
            let api = ControlAPI(store: installation.store) { _ in .text("") }
            let status = try await api.value(ControlRequest(.get, ["status"]))
            let counts = try #require(status["counts"])
            let expected: [(String, Int)] = [
                ("children", 2), ("transactions", 3), ("hints", 0), ("alerts", 3), ("deliveries", 6), ("queued", 4),
                ("attempting", 1), ("inDoubt", 1), ("delivered", 0), ("skipped", 0), ("dead", 0), ("discarded", 0),
            ]
            for (name, count) in expected { #expect(counts[name] == .number(JSONNumberText(count)), "\(name)") }
            let targets = try #require(status["targets"])
            #expect(targets.texts("name") == ["chat", "house"])
            #expect(targets[0]?["deliveries"] == 3 && targets[0]?["queued"] == 2 && targets[0]?["inDoubt"] == 1)
            #expect(targets[1]?["queued"] == 2 && targets[1]?["attempting"] == 1)
            #expect(status["oldestOpen"] == "2026-03-14T15:09:26Z" && status["balanced"] == true)
            #expect(status["oldest"] == ["hint": nil, "intent": nil, "delivery": "2026-03-14T15:09:26Z"])
            #expect(status["lastFacts"] == ["baseline": 0, "hint": 0, "scan": 3])
            let books = try #require(status["books"])
            #expect(books.texts("of") == ["hints", "intents", "deliveries", "deliveries", "deliveries", "attempts"])
            #expect(books.elements.map { $0["target"] } == [.null, .null, "chat", "house", .null, .null])
            #expect(books[2]?["parts"]?["inDoubt"] == 1 && books[4]?["taken"] == 6 && books[5]?["taken"] == 1)
            #expect(books.elements.allSatisfy { $0["balanced"] == true })
            #expect(status["lastScans"]?.elements.map { $0["at"] } == [.null, .null])
        }
    }

    @Test("a child that is gone is shown as gone, and money has two places or more")
    func children() async throws {
        try await Installation.with { installation async throws in
            let first = installation.children[0]
            let gone = ChildRow(
                server: first.server, id: first.id, firstName: "Alice", lastName: "Reed",
                balance: try #require(Decimal("-0.125")), seenAt: Installation.moment, isGone: true)
            try await installation.store.write { try $0.upsert(gone) }
            let api = ControlAPI(store: installation.store) { _ in .text("") }
            let expected: JSONValue = [
                "id": .string(first.id.rawValue), "name": "Alice Reed", "firstName": "Alice", "balance": "-0.125",
                "pending": "0.00", "shown": "-0.125", "currency": "USD", "seenAt": "2026-03-14T15:09:26Z", "gone": true,
            ]
            let children = try await api.value(ControlRequest(.get, ["children"]))
            #expect(children[0] == expected && children[1]?["gone"] == false && children[1]?["balance"] == "0.00")
        }
    }

    // MARK: Orders about many

    @Test("a filter finds what waits and what was given up; other states have to be named")
    func filtered() async throws {
        try await Installation.with { installation async throws in
            for number in 1...5 { try await installation.alert(number, to: "chat") }
            try await installation.alert(6, to: "house")
            for (number, outcome) in [
                (1, AttemptOutcome.dead), (2, .delivered), (3, .inDoubt(retryAt: Installation.moment)),
            ] {
                try await installation.begin(Int64(number))
                try await installation.finish(Int64(number), outcome)
            }
            try await installation.begin(4)
            let api = ControlAPI(store: installation.store) { _ in .text("") }
            let count = ControlRequest(.get, ["deliveries", "count"], query: ["target": "chat"])
            #expect(try await api.value(count) == ["count": 3, "through": 5])
            let order = ControlRequest(.post, ["deliveries", "retry"], query: ["target": "chat"])
            #expect(try await api.value(order)["done"] == [1, 3, 5])
            let dead = ControlRequest(.post, ["deliveries", "discard"], query: ["state": "delivered,queued"])
            let answer = try await api.value(dead)
            #expect(answer["done"] == [1, 5, 6] && answer["refused"]?.elements.count == 1)
        }
    }

    @Test("what came after the count is no part of the order: nobody was asked about it")
    func through() async throws {
        try await Installation.with { installation async throws in
            for number in 1...2 { try await installation.alert(number, to: "chat") }
            let api = ControlAPI(store: installation.store) { _ in .text("") }
            let query = ["target": "chat"]
            let count = try await api.value(ControlRequest(.get, ["deliveries", "count"], query: query))
            try await installation.alert(3, to: "chat")
            #expect(count["through"] == 2)
            let order = ControlRequest(.post, ["deliveries", "discard"], query: ["target": "chat", "through": "2"])
            #expect(try await api.value(order)["done"] == [1, 2])
            #expect(try await api.value(ControlRequest(.get, ["deliveries", "3"]))["delivery"]?["state"] == "queued")
        }
    }

    @Test(
        "an order that does not say which deliveries is refused, and one that is none", arguments: ["retry", "discard"])
    func nothingNamed(_ order: String) async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "chat")
            let api = ControlAPI(store: installation.store) { _ in .text("") }
            #expect(try await api.refusal(ControlRequest(.post, ["deliveries", order])).kind == .malformed)
            #expect(try await api.refusal(ControlRequest(.post, ["deliveries", "eat"])).kind == .unknown)
            #expect(try await api.value(ControlRequest(.get, ["deliveries", "1"]))["delivery"]?["state"] == "queued")
        }
    }

    @Test(
        "a target of the status has its kind and state, and when it took one last; one that is configured no more is named"
    )
    func targets() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "old", "chat")
            try await installation.begin(2)
            try await installation.finish(2, .delivered)
            let installed = Installed(targets: [
                .init(name: "house", kind: "ntfy"), .init(name: "chat", kind: "webhook"),
            ])
            let stopped = ControlAPI(store: installation.store, installed: { installed }) { _ in .text("") }
            let idle = try #require(try await stopped.value(ControlRequest(.get, ["status"]))["targets"])
            #expect(idle.texts("state") == ["stopped", "stopped", "notConfigured"])
            var running = live()
            running.targets = [LiveStatus.Target(name: "chat", state: .suspended)]
            (running.targets[0].reason, running.targets[0].nextTryAt) = ("it said no", Installation.moment)
            let api = ControlAPI(
                store: installation.store, live: { [running] in running }, installed: { installed }
            ) { _ in .text("") }
            let targets = try #require(try await api.value(ControlRequest(.get, ["status"]))["targets"])
            #expect(targets.texts("name") == ["house", "chat", "old"])
            #expect(targets.texts("state") == ["working", "suspended", "notConfigured"])
            #expect(targets.elements.map { $0["nextTryAt"] } == [.null, "2026-03-14T15:09:26Z", .null])
            #expect(targets.elements.map { $0["kind"] } == ["ntfy", "webhook", .null])
            #expect(targets.elements.map { $0["lastDelivered"] } == [.null, "2026-03-14T15:09:27Z", .null])
            #expect(targets[1]?["reason"] == "it said no" && targets[0]?["deliveries"] == 0)
            try await installation.begin(1)
            try await installation.finish(1, .delivered)
            let settled = try await api.value(ControlRequest(.get, ["status"]))["targets"]
            #expect(settled?.texts("name") == ["house", "chat"], "there is nothing to do for what is over")
        }
    }
}

extension ControlRequest {
    /// An order about the deliveries with these numbers.
    fileprivate static func order(_ order: String, _ numbers: String) -> ControlRequest {
        ControlRequest(.post, ["deliveries", order], body: Secret("{\"numbers\":[\(numbers)]}"))
    }
}
