import JSON
import TestSupport
import Testing
import Values

@testable import DemoBackend

/// Every recorded conversation of the real backend about writes, held with the simulated one: ids are its own, all else is the same.
@Suite("Recorded writes", .enabled(if: RealParts.has("fixtures/real-backend"), "no ../shared/fixtures"))
struct RecordedWriteTests {
    private static let now = Timestamp(seconds: 1_795_300_000)

    private struct Exchange {
        let number: Int
        let by: String
        let method: String, path: String, body: String
        let status: Int
        let answer: JSONValue

        init?(_ entry: JSONValue) {
            guard case .number(let number)? = entry["n"], case .string(let by)? = entry["as"],
                case .string(let method)? = entry["request"]?["method"],
                case .string(let path)? = entry["request"]?["path"],
                case .number(let status)? = entry["response"]?["status"]
            else { return nil }
            let said = if case .string(let text)? = entry["request"]?["body"] { text } else { "" }
            let answered = if case .string(let text)? = entry["response"]?["body"] { text } else { "" }
            (self.number, self.by, self.method, self.path) = (number.int ?? 0, by, method, path)
            (body, self.status) = (said, status.int ?? 0)
            answer = (try? JSONValue(parsing: answered)) ?? .null
        }
    }

    private static func exchanges(_ file: String) throws -> [Exchange] {
        var limits = JSONLimits()
        limits.bytes = 64 << 20
        let bytes = try TextFile.bytes(of: RealParts.path("fixtures/real-backend/\(file).json"))
        guard case .array(let entries)? = try JSONValue(parsing: bytes, limits: limits)["entries"] else { return [] }
        return entries.compactMap(Exchange.init)
    }

    /// What a conversation is held with: people, and whose ids stand for whose.
    private struct Conversation {
        var server: SimulatedServer
        var tokens: [String: Secret] = [:]
        var ids: [String: String]

        init() throws {
            server = SimulatedServer(dialect: .real, history: 3, seed: 1, now: now)
            ids = [
                "20d4be08-c5a9-4b28-ac56-b42c72714507": server.family.children[0].id,
                "5a965218-8b16-4c9a-9bc2-a930ea6e89ef": server.family.children[1].id,
            ]
            let people = ["parent": "parent", "child": "child1", "sibling": "child2"]
            for (number, (role, name)) in people.sorted(by: { $0.key < $1.key }).enumerated() {
                let body = #"{"email":"\#(name)@example.com","password":"password123"}"#
                let request = DemoRequest("POST", "/api/v1/auth/login", body: Array(body.utf8))
                let random = [UInt8](repeating: UInt8(number), count: 32)
                let answer = server.answer(request, now: now, random: random).answer
                tokens[role] = Secret(try JSONNode(JSONValue(parsing: answer.body)).required("token").string())
            }
            let rich = SimulatedDraft(
                child: server.family.children[0].id, amount: try #require(Decimal("500")), kind: .credit,
                category: "Gift", description: "A start")
            _ = try server.record(rich, by: server.family.people[0].id, now: now)
        }

        private func translated(_ text: String) -> String {
            ids.reduce(text) { $0.replacing(text: $1.key, with: $1.value) }
        }

        mutating func hold(_ exchange: Exchange) throws -> (status: Int, answer: JSONValue) {
            let path = translated(String(exchange.path.prefix { $0 != "?" }))
            let request = DemoRequest(
                exchange.method, path, token: tokens[exchange.by], body: Array(translated(exchange.body).utf8))
            let answer = server.answer(request, now: now, random: []).answer
            let value = (try? JSONValue(parsing: answer.body)) ?? .null
            if case .string(let theirs)? = exchange.answer["id"], case .string(let ours)? = value["id"] {
                ids[theirs] = ours
            }
            return (answer.status, value)
        }
    }

    /// Names that are people's or clocks', and what the simulated family does not have: milestones, matches, savings of goals.
    private static let ignored: Set<String> = [
        "id", "childId", "goalId", "childName", "firstName", "lastName", "createdAt", "createdByName", "milestones",
        "milestoneReached", "daysRemaining", "autoTransferAmount", "autoTransferType", "traceId",
    ]

    private func expectSame(_ ours: JSONValue, _ theirs: JSONValue, _ place: String) {
        switch (ours, theirs) {
        case (.object(let mine), .object(let real)) where real["errors"] != nil:
            // A failed validation: our places are among theirs.
            let names = { (object: JSONObject) in
                if case .object(let errors)? = object["errors"] {
                    Set(errors.members.map(\.name))
                } else {
                    Set<String>()
                }
            }
            #expect(!names(mine).isEmpty && names(mine).isSubset(of: names(real)), "\(place): \(mine) and not \(real)")
        case (.object(let mine), .object(let real)):
            #expect(Set(mine.members.map(\.name)) == Set(real.members.map(\.name)), "\(place)")
            for member in real.members where !Self.ignored.contains(member.name) {
                expectSame(mine[member.name] ?? .null, member.value, "\(place) \(member.name)")
            }
        case (.array(let mine), .array(let real)):
            #expect(mine.count == real.count, "\(place)")
            for (mine, real) in zip(mine, real) { expectSame(mine, real, place) }
        case (.number(let mine), .number(let real)):
            #expect(Decimal(mine.text) == Decimal(real.text), "\(place)")
        default: #expect(ours == theirs, "\(place)")
        }
    }

    @Test("about goals: made, changed, paused, paid into and out of, given up, by whom and whether they may")
    func goals() throws {
        var conversation = try Conversation()
        var count = 0
        for exchange in try Self.exchanges("savings-goals") where conversation.tokens[exchange.by] != nil {
            let steps = exchange.path.split(separator: "/").dropFirst(2)
            let isWrite = steps.first == "savings-goals" && exchange.method != "GET"
            guard isWrite || exchange.path.hasSuffix("/contributions"),
                !["matching", "challenge", "purchase"].contains(steps.last)
            else { continue }
            // Those that are made later are told of matches and challenges.
            guard exchange.number <= 72 || exchange.method == "DELETE" else { continue }
            let (status, answer) = try conversation.hold(exchange)
            let place = "\(exchange.number): \(exchange.method) \(exchange.path) \(exchange.body)"
            #expect(status == exchange.status, "\(place): \(answer)")
            expectSame(answer, exchange.answer, place)
            count += 1
        }
        #expect(count == 23, "\(count)")
    }

    @Test("about allowances and settings: everything is replaced, some of it refused, and pauses are remembered")
    func allowances() throws {
        var conversation = try Conversation()
        var count = 0
        for exchange in try Self.exchanges("children-families") where conversation.tokens[exchange.by] != nil {
            guard exchange.method != "GET", exchange.path.hasPrefix("/api/v1/children/"),
                exchange.path.hasSuffix("/settings") || exchange.path.contains("/allowance")
            else { continue }
            let (status, answer) = try conversation.hold(exchange)
            let place = "\(exchange.number): \(exchange.method) \(exchange.path) \(exchange.body)"
            #expect(status == exchange.status, "\(place): \(answer)")
            if status < 400 || status == 400 || status == 404 { expectSame(answer, exchange.answer, place) }
            count += 1
        }
        #expect(count >= 18, "\(count)")
    }

    @Test("a child, alone and in lists, says of itself what the real one does")
    func children() throws {
        var conversation = try Conversation()
        var seen: Set<String> = []
        for exchange in try Self.exchanges("children-families") where exchange.method == "GET" && exchange.status == 200
        {
            let steps = exchange.path.split(separator: "/")
            guard steps.count == 3 && steps[2] == "children" || steps.count == 4 && steps[2] == "children",
                conversation.tokens[exchange.by] != nil
            else { continue }
            let (status, answer) = try conversation.hold(exchange)
            #expect(status == 200)
            let (mine, theirs) = (answer[0] ?? answer, exchange.answer[0] ?? exchange.answer)
            guard case .object(let ours) = mine, case .object(let real) = theirs else { continue }
            #expect(Set(ours.members.map(\.name)) == Set(real.members.map(\.name)), "\(exchange.path)")
            seen.insert("\(steps.count)")
        }
        #expect(seen == ["3", "4"])
    }

    @Test("notifications are read by their ids, and all that are left where none is named")
    func notifications() throws {
        var conversation = try Conversation()
        let child = conversation.server.family.children[0]
        for number in 1...29 {
            let draft = SimulatedDraft(
                child: child.id, amount: try #require(Decimal("1")), kind: .credit, category: "Gift",
                description: "Gift \(number)")
            _ = try conversation.server.record(draft, by: conversation.server.family.people[0].id, now: Self.now)
        }
        let mine = conversation.server.household.notices.filter { $0.person == child.person }
        #expect(mine.count == 30)
        let reads = try Self.exchanges("notifications-devices").filter {
            $0.method == "POST" && $0.path == "/api/v1/notifications/read"
        }
        #expect(reads.count == 2)
        for (place, exchange) in reads.enumerated() {
            if place == 0, case .array(let named)? = try JSONValue(parsing: exchange.body)["notificationIds"] {
                for (id, notice) in zip(named, mine) {
                    if case .string(let id) = id { conversation.ids[id] = notice.id }
                }
            }
            let (status, answer) = try conversation.hold(exchange)
            #expect(status == exchange.status)
            expectSame(answer, exchange.answer, "\(exchange.number)")
        }
        let left = conversation.server.household.unread(by: child.person)
        #expect(left == 0)
    }
}
