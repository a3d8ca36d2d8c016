import HTTPClient
import JSON
import Observability
import Store
import TestSupport
import TestWaiting
import Testing
import Values

@testable import Daemon

@Suite("The feed that other programs follow", .timeLimit(.minutes(1)))
struct FeedDeskTests {
    private func events(_ answer: JSONValue) -> [JSONValue] {
        if case .array(let events)? = answer["events"] { events } else { [] }
    }

    /// Of the lines of a stream those of one field.
    private func fields(_ name: String, _ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
    }

    private func descriptions(_ answer: JSONValue) -> [String] {
        events(answer).map { event in
            guard case .string(let text)? = event["data"]?["transaction"]?["description"] else { return "" }
            return text.trimmed
        }
    }

    private func next(_ answer: JSONValue) throws -> String {
        guard case .number(let number)? = answer["next"] else { throw CancellationError() }
        return number.text
    }

    @Test("whoever asks again with the number that it got misses nothing, and is told nothing twice")
    func asked() async throws {
        try await FeedFixture.with { fixture in
            let token = try await fixture.token().text
            try await fixture.happen(1, to: fixture.alice)
            var answer = try await fixture.list("", token)
            #expect(descriptions(answer) == [], "without a number it begins now")
            for number in 2...4 { try await fixture.happen(number, to: fixture.bruno) }
            answer = try await fixture.list("?after=\(try next(answer))&limit=2", token)
            #expect(descriptions(answer) == ["Kite 2", "Kite 3"] && answer["gap"] == nil)
            answer = try await fixture.list("?after=\(try next(answer))", token)
            #expect(descriptions(answer) == ["Kite 4"])
            let end = try next(answer)
            answer = try await fixture.list("?after=\(end)", token)
            #expect(try descriptions(answer) == [] && next(answer) == end)
            #expect(descriptions(try await fixture.list("?after=0", token)).count == 4)
        }
    }

    @Test("an event is what a webhook gets, with a number: identities, words, exact money")
    func told() async throws {
        try await FeedFixture.with { fixture in
            let token = try await fixture.token().text
            try await fixture.happen(1, to: fixture.alice)
            let event = try #require(events(try await fixture.list("?after=0", token)).first)
            #expect(event["type"] == "transaction.created" && event["timestamp"] == "2026-03-14T15:09:26Z")
            let data = try #require(event["data"])
            #expect(data["child"]?["id"] == "child-alice" && data["child"]?["name"] == "Alice Reed", "\(data)")
            #expect(data["repeat"] == false)
            #expect(data["transaction"]?["amount"] == "1.50" && data["currency"] == "USD")
            guard case .string(let alert)? = data["alert"], case .string(let text)? = data["text"] else {
                Issue.record("\(data)")
                return
            }
            #expect(alert.hasPrefix("pb_") && text.contains("Alice"))
        }
    }

    @Test("a stream tells what happens as it does; whoever was cut off goes on at the last id")
    func followed() async throws {
        try await FeedFixture.with { fixture in
            let token = try await fixture.token().text
            try await fixture.happen(1, to: fixture.alice)
            let first = try await fixture.follow("", token) { text in
                // It listens once the first bytes are here.
                if !text.contains("data:") { try await fixture.happen(2, to: fixture.alice) }
                return text.contains("Kite 2")
            }
            #expect(!first.contains("Kite 1") && first.hasPrefix("retry: 2000\n\nid: "))
            let id = try #require(fields("id", first).last)
            for number in 3...4 { try await fixture.happen(number, to: fixture.bruno) }
            // What the address began with is long past.
            let second = try await fixture.follow("?after=0", token, last: id) { $0.contains("Kite 4") }
            #expect(!second.contains("Kite 1") && !second.contains("Kite 2") && !second.contains("gap"))
            #expect(fields("id", second).count == 2 && fields("data", second).count == 2)
        }
    }

    @Test("who follows for a child hears what that child may know: nothing of others, of parents, of the program")
    func scope() async throws {
        try await FeedFixture.with { fixture in
            let (alice, all) = (try await fixture.token(of: fixture.alice).text, try await fixture.token().text)
            try await fixture.happen(1, to: fixture.alice)
            try await fixture.happen(2, to: fixture.bruno)
            try await fixture.happen(3, to: fixture.alice, as: .choreWaiting)
            try await fixture.happen(4, to: fixture.alice, as: .allowancePaid)
            try await fixture.happen(5, to: fixture.alice, as: .balanceLow, by: "mum's watch")
            let notice = AlertRow.Notice(
                subject: "", sentence: "Full.", since: .init(seconds: 1_773_500_966), isOver: false)
            try await fixture.store.writeAlerts { transaction in
                _ = try transaction.tell(notice, as: .diskFull, to: [], at: .init(seconds: 1_773_500_966))
                return ((), [])
            }
            #expect(events(try await fixture.list("?after=0", all)).count == 6)
            let answer = try await fixture.list("?after=0", alice)
            #expect(descriptions(answer) == ["Kite 1", "Kite 4"])
            // Its number is past what is for others all the same.
            #expect(try await next(answer) == next(fixture.list("", all)))
            let text = try await fixture.follow("?after=0", alice) { $0.contains("Kite 4") && $0.hasSuffix("\n\n") }
            #expect(fields("data", text).count == 2)
        }
    }

    @Test("a number that is no longer kept, or that this store never gave, is told so before the rest")
    func gaps() async throws {
        try await FeedFixture.with { fixture in
            let token = try await fixture.token().text
            try await fixture.happen(1, to: fixture.alice)
            let answer = try await fixture.list("?after=9000000000000000", token)
            #expect(answer["gap"]?["reason"] == "unknown" && descriptions(answer) == ["Kite 1"])
            let text = try await fixture.follow("?after=9000000000000000", token) { $0.contains("Kite 1") }
            #expect(text.contains("event: gap\ndata: {\"reason\":\"unknown\""))
            // Whoever goes on from there is past the gap.
            let second = try await fixture.list("?after=\(try next(answer))", token)
            #expect(second["gap"] == nil && events(second).isEmpty)
        }
        try await FeedFixture.with { fixture in
            // Nothing is kept, and nothing comes.
            let token = try await fixture.token().text
            let answer = try await fixture.list("?after=9000000000000000", token)
            #expect(answer["gap"]?["reason"] == "unknown")
            // Where it stands now, and not where all would come again.
            let now = try next(try await fixture.list("", token))
            #expect(try next(answer) == now && now != "0")
            #expect(try await fixture.list("?after=\(try next(answer))", token)["gap"] == nil)
            let text = try await fixture.follow("?after=9000000000000000", token) { !fields("id", $0).isEmpty }
            #expect(fields("id", text) == [try next(answer)])
        }
        func position(_ asked: Int64?) -> FeedPosition {
            FeedPosition(
                asked: asked.map(FeedRow.Number.init(rawValue:)),
                FeedStanding(last: .init(rawValue: 20), forgotten: .init(rawValue: 10)))
        }
        #expect(position(nil).gap == nil && position(nil).after.rawValue == 20)
        #expect(position(9).gap?.reason == .forgotten && position(9).after.rawValue == 9)
        #expect(position(10).gap == nil && position(20).gap == nil && position(20).after.rawValue == 20)
        #expect(position(21).gap?.reason == .unknown && position(21).after == .beginning)
    }

    @Test("nobody follows without a token of the feed; ten wrong ones are answered, then none; the right one always")
    func refused() async throws {
        try await FeedFixture.with { fixture in
            let right = try await fixture.token().text
            let text = right.withText { $0 }
            let now = Timestamp(seconds: 1_773_500_966)
            let desktop = try #require(
                try await fixture.store.write {
                    try $0.issueToken(.desktop(target: "mum", approves: true), at: now)
                })
            var wrong = [Secret?.none, Secret("x"), Secret(String(text.dropLast(2)) + "AA"), desktop.token.text]
            wrong = wrong.filter { $0?.withText { $0 } != text }
            for token in wrong { #expect(try await fixture.status(fixture.request("?after=0", token)) == 401) }
            let refusal = try await fixture.http.send(fixture.request("", nil))
            #expect(refusal.head.headers["WWW-Authenticate"] == "Bearer" && refusal.body.count < 40)
            var last = 0
            for _ in 0..<8 { last = try await fixture.status(fixture.request("", Secret("x"))) }
            #expect(last == 429)
            #expect(try await fixture.status(fixture.request("", right)) == 200)
            // A scheme's name is the same in small letters.
            var request = try fixture.request("", nil)
            try request.setHeader("Authorization", prefix: "bearer ", right)
            #expect(try await fixture.status(request) == 200)
            #expect(try await fixture.status(fixture.request("", right, .post)) == 405)
            #expect(try await fixture.status(fixture.request("", right, isOverheard: true)) == 403)
            for question in [
                "?after=x", "?after=-1", "?after=1e3", "?limit=0", "?limit=101", "?after=99999999999999999",
                "?after=%FF", "?after=%2B1", "?after=", "?after", "?limit=%FF",
            ] {
                #expect(try await fixture.status(fixture.request(question, right)) == 400, "\(question)")
            }
            #expect(try await fixture.status(fixture.request("", right, last: "x")) == 400)
            #expect(!fixture.sink.records.contains { "\($0)".contains(text) })
        }
    }

    @Test("a token that is taken back ends what is followed with it at that moment, and nothing else")
    func revoked() async throws {
        try await FeedFixture.with { fixture in
            let (one, other) = (try await fixture.token(), try await fixture.token())
            // The stream ends by itself: nobody has had enough.
            let text = try await fixture.follow("", one.text) { text in
                if text.contains("id: ") { _ = try await fixture.store.write { try $0.revokeToken(one.number) } }
                return false
            }
            #expect(text.hasPrefix("retry: 2000\n\n") && fields("data", text).isEmpty)
            #expect(try await fixture.status(fixture.request("", one.text)) == 401)
            #expect(try await fixture.status(fixture.request("", other.text)) == 200)
        }
    }

    @Test("also of what happened before it is told no more, however little of that was taken")
    func revokedInBacklog() async throws {
        try await FeedFixture.with { fixture in
            let token = try await fixture.token()
            let words = String(repeating: "kite ", count: 500)
            for number in 1...800 { try await fixture.happen(number, to: fixture.alice, words: words) }
            let text = try await fixture.follow("?after=0", token.text) { text in
                guard text.contains("Kite 1 "), text.utf8.count < 100_000 else { return false }
                _ = try await fixture.store.write { try $0.revokeToken(token.number) }
                // Nothing is taken meanwhile.
                try await Task.sleep(for: .milliseconds(300))
                return false
            }
            #expect(text.contains("Kite 1 ") && !text.contains("Kite 800 "))
        }
    }

    @Test("one token follows four times at once, and again when one of them has gone")
    func most() async throws {
        try await FeedFixture.with { fixture in
            let token = try await fixture.token().text
            try await withThrowingTaskGroup(of: Void.self) { group in
                let (listening, begun) = AsyncStream.makeStream(of: Void.self)
                for _ in 0..<FeedDesk.most {
                    group.addTask {
                        _ = try await fixture.follow("", token) { text in
                            if text.contains("id: "), !text.contains("data: ") { begun.yield() }
                            return text.contains("Kite 1")
                        }
                    }
                }
                for await _ in listening.prefix(FeedDesk.most) {}
                let fifth = try fixture.request("", token, accept: "text/event-stream")
                #expect(try await fixture.http.stream(fifth) { head, _ in head.status } == 429)
                #expect(try await fixture.status(fixture.request("", token)) == 200, "who asks is no stream")
                try await fixture.happen(1, to: fixture.alice)
                try await group.waitForAll()
            }
            try await eventually("there is room again") {
                try await fixture.http.stream(try fixture.request("", token, accept: "text/event-stream")) { head, _ in
                    head.status == 200
                }
            }
        }
    }
}
