import Configuration
import Control
import HTTPClient
import JSON
import Runtime
import Store
import TestSupport
import Testing
import Values

@testable import Commands
@testable import Daemon

@Suite("Questions to the program", .timeLimit(.minutes(1)))
struct InquiryTests {
    @Test(
        "a question becomes a path and a query in which nothing can be taken for another part",
        arguments: [
            (ControlRequest(.get, ["status"]), "/v1/status"),
            (ControlRequest(.post, ["deliveries", "retry"]), "/v1/deliveries/retry"),
            (ControlRequest(.post, ["targets", "a/b?c#d%", "test"]), "/v1/targets/a%2Fb%3Fc%23d%25/test"),
            (ControlRequest(.post, ["accounts", "ä\n\u{0}", "logout"]), "/v1/accounts/%C3%A4%0A%00/logout"),
            (ControlRequest(.get, ["x", "-_.aZ09~"]), "/v1/x/-_.aZ09%7E"),
            (
                ControlRequest(.get, ["deliveries"], query: ["target": "a&b=c", "limit": "5"]),
                "/v1/deliveries?limit=5&target=a%26b%3Dc"
            ),
        ])
    func paths(_ request: ControlRequest, _ expected: String) throws {
        let message = try Inquiry.message(request, "/a.sock")
        #expect(
            message.url.text == "http://localhost\(expected)" || message.url.text == "http://localhost:80\(expected)")
        #expect(message.unixSocketPath == "/a.sock")
        #expect(message.method == (request.method == .get ? .get : .post))
    }

    @Test(
        "what is typed for an id and cannot be one is the command line's mistake", arguments: ["", "/", "a/b", "../x"])
    func noID(_ text: String) throws {
        for path in [["intents", text], ["targets", text, "test"], ["photos", text]] {
            let error = #expect(throws: DaemonError.self) { try Inquiry.check(ControlRequest(.get, path)) }
            #expect(error?.kind == .usage && error?.message == "'\(text)' is neither an id nor a name")
        }
        try Inquiry.check(ControlRequest(.get, ["intents", "3fa2-c0de"]))
    }

    @Test("what happens after a retry is said, with and without a program that sends it")
    func retried() {
        func said(_ count: Int, isLive: Bool) -> String {
            PendingOrder.sentence(.retry, "3fa20011aabb", count: count, isLive: isLive)
        }
        #expect(
            said(1, isLive: true)
                == "1 entry is taken up again, and the server is asked now: pocketbell pending show 3fa20011")
        #expect(said(2, isLive: true).hasSuffix("asked now: pocketbell pending"))
        let discarded = [1, 2].map { PendingOrder.sentence(.discard, "3fa20011aabb", count: $0, isLive: true) }
        #expect(discarded[0].hasSuffix("keeps it.") && discarded[1].hasSuffix("keeps them."))
        #expect(
            said(2, isLive: false)
                == "2 entries are taken up again, and sent as soon as the program runs: pocketbell run")
    }

    @Test("a question without a body has none, an order's is JSON; nothing waits for ever")
    func bodies() throws {
        let question = try Inquiry.message(ControlRequest(.get, ["status"]), "/a.sock")
        if case .none = question.body {} else { Issue.record("a body") }
        #expect(question.deadlines.connect == .seconds(2) && question.deadlines.total == .seconds(60))
        let order = try Inquiry.message(ControlRequest(.post, ["login"], body: Secret(#"{"a":1}"#)), "/a.sock")
        guard case .bytes(let bytes, let type) = order.body else {
            Issue.record("no body")
            return
        }
        #expect(bytes == Array(#"{"a":1}"#.utf8) && type == "application/json")
    }

    @Test("a program is found by its socket, with its folder and file; where nobody listens there is none")
    func ping() async throws {
        try await RunningFixture.with { fixture async throws in
            let program = try #require(await RunningProgram.at(fixture.socket))
            #expect(
                program
                    == RunningProgram(
                        socket: fixture.socket, stateFolder: "\(fixture.folder.path)/state",
                        configurationFile: fixture.file, timeZone: nil))
            #expect(await RunningProgram.at("\(fixture.folder.path)/none.sock") == nil)
        }
    }

    @Test("an answer of the program is the answer, and it counts as running")
    func ask() async throws {
        try await RunningFixture.with { fixture async throws in
            try await Inquiry.with(fixture.context) { inquiry async throws in
                #expect(inquiry.isLive)
                let answer = try await inquiry.ask(ControlRequest(.post, ["targets", "chat", "test"]))
                #expect(answer["delivered"] == true)
            }
        }
    }

    @Test("a refusal comes with its words and ends the command as its kind does", arguments: [true, false])
    func refusals(hasHint: Bool) async throws {
        let ends: [(ControlAnswer.Refusal.Kind, DaemonError.Kind)] = [
            (.unknown, .usage), (.malformed, .usage), (.conflict, .usage),
            (.unavailable, .unavailable), (.notPermitted, .notPermitted), (.misconfigured, .configuration),
        ]
        for (kind, expected) in ends {
            try await RunningFixture.with { _ in
                .refused(.init(kind, "it is so", hint: hasHint ? "do that" : nil))
            } _: { fixture async throws in
                let error = await #expect(throws: DaemonError.self) {
                    try await Inquiry.with(fixture.context) { _ = try await $0.ask(ControlRequest(.post, ["login"])) }
                }
                #expect(error?.kind == expected && error?.message == "it is so", "\(kind)")
                #expect(error?.hint == (hasHint ? "do that" : nil))
            }
        }
    }

    @Test("who follows gets each value in order until it has enough, and is told when the program ends before")
    func follow() async throws {
        try await RunningFixture.with(news: RunningFixture.news(3)) { fixture async throws in
            for (wanted, expected) in [(1, ["t1"]), (2, ["t1", "t2"]), (9, ["t1", "t2", "t3"])] {
                let ids = Lock([String]())
                var hasEnded = false
                do {
                    try await Inquiry.with(fixture.context) { inquiry async throws in
                        try await inquiry.follow(ControlRequest(.get, ["watch"])) { value in
                            guard case .string(let id)? = value["id"] else { return false }
                            return ids.withLock { ids in
                                ids.append(id)
                                return ids.count < wanted
                            }
                        }
                    }
                } catch let error as DaemonError {
                    hasEnded = error.kind == .programEnded
                }
                #expect(ids.withLock { $0 } == expected && hasEnded == (wanted == 9))
            }
        }
    }

    @Test("a watch that loses its program ends as one that found none, but not one that has seen enough")
    func watchEnds() async throws {
        try await RunningFixture.with(news: RunningFixture.news(3)) { fixture async throws in
            for (count, expected) in [(2, CommandOutcome.success), (3, .success), (9, .unavailable)] {
                #expect(await TransactionsReport.watch(fixture.context, count: count) == expected)
            }
        }
    }

    @Test("without a program its store answers, and there is nothing to follow")
    func store() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("state: \(folder.path)/state\n", to: "config.yaml")
        let context = CommandContext(configurationFile: file, isJSON: true)
        try await Inquiry.with(context) { inquiry async throws in
            #expect(!inquiry.isLive)
            #expect(try await inquiry.ask(ControlRequest(.get, ["status"]))["running"] == false)
            let refused = await #expect(throws: DaemonError.self) {
                _ = try await inquiry.ask(ControlRequest(.get, ["deliveries", "7"]))
            }
            #expect(refused?.kind == .usage && refused?.message.contains("there is no delivery 7") == true)
            let error = await #expect(throws: DaemonError.self) {
                try await inquiry.follow(ControlRequest(.get, ["watch"])) { _ in true }
            }
            #expect(error?.kind == .unavailable && error?.hint == "start it: pocketbell run --config \(file)")
        }
    }

    @Test("a store in use is waited for a moment, and then the trouble is told")
    func inUse() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("state: \(folder.path)/state\n", to: "config.yaml")
        let context = CommandContext(configurationFile: file, isJSON: true)
        try await Inquiry.with(context) { _ in
            let error = await #expect(throws: StoreError.self) { try await Inquiry.with(context) { _ in } }
            #expect(error?.kind == .inUse)
        }
    }

    @Test("a target is tested without a program as well, and one that is not configured is unknown")
    func targetTest() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("state: \(folder.path)/state\ntargets: []\n", to: "config.yaml")
        let context = CommandContext(configurationFile: file, isJSON: true)
        let error = await #expect(throws: DaemonError.self) {
            try await Inquiry.with(context) {
                _ = try await $0.ask(ControlRequest(.post, ["targets", "chat", "test"]))
            }
        }
        #expect(error?.kind == .usage)
    }
}
