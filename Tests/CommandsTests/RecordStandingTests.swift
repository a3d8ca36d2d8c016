import JSON
import Testing
import Values

@testable import Commands

@Suite("What a list of records is worth")
struct RecordStandingTests {
    private let now = Readable.test.now

    private func list(_ readAt: Timestamp?, _ failure: String? = nil) -> JSONValue {
        ["readAt": readAt.map { .string($0.wholeSeconds) } ?? .null, "failure": failure.map { .string($0) } ?? .null]
    }

    private func standing(_ lists: JSONValue...) throws -> RecordStanding {
        try RecordStanding(JSONNode(.array(lists)))
    }

    private func ago(_ seconds: Int) -> Timestamp { now.advanced(by: .seconds(-seconds)) }

    @Test("nothing read, none there, not allowed and read are four things, and the best of several lists counts")
    func standings() throws {
        #expect(try standing() == .unread(failure: nil))
        #expect(try standing(list(nil, "unavailable")) == .unread(failure: "unavailable"))
        #expect(try standing(list(nil, "absent")) == .absent(since: nil))
        for refusal in ["refused", "notFound"] { #expect(try standing(list(nil, refusal)) == .refused(since: nil)) }
        #expect(try standing(list(ago(5))) == .read(since: ago(5), failure: nil))
        #expect(try standing(list(ago(5), "unavailable")) == .read(since: ago(5), failure: "unavailable"))
        // A child's login beside a parent's, a server with wishes beside one without.
        #expect(try standing(list(nil, "refused"), list(ago(5))) == .read(since: ago(5), failure: nil))
        #expect(try standing(list(nil, "absent"), list(ago(5)), list(ago(9))) == .read(since: ago(9), failure: nil))
        #expect(try standing(list(nil, "absent"), list(nil, "refused")) == .refused(since: nil))
        #expect(try standing(list(nil, "absent"), list(nil, "unavailable")) == .unread(failure: "unavailable"))
        // It was read once: what is left of that is shown with a word of what became of it.
        #expect(try standing(list(ago(5), "absent"), list(ago(9), "absent")) == .absent(since: ago(9)))
        #expect(try standing(list(ago(5), "refused"), list(nil, "refused")) == .refused(since: ago(5)))
        #expect(try standing(list(nil, "unavailable"), list(ago(7))) == .read(since: ago(7), failure: "unavailable"))
        for bad in [JSONValue("x"), ["readAt": "yesterday"], ["failure": 7]] {
            #expect(throws: JSONError.self) { try self.standing(bad) }
        }
    }

    private func said(_ standing: RecordStanding, elsewhere: String = "") -> Report.Judgement {
        standing.judgement(of: "goals", elsewhere: elsewhere, stale: .seconds(1_200), .test)
    }

    @Test("each is said in a sentence of its own, with a next step where there is one")
    func sentences() {
        #expect(said(.unread(failure: nil)).none == "The goals were not read yet: pocketbell status")
        for (word, why) in [
            ("unavailable", "the server was not reached"), ("signInRequired", "somebody has to sign in"),
            ("undecodable", "the server's answer is not understood"),
            ("tooManyRequests", "the server asks to come back later"),
        ] {
            #expect(said(.unread(failure: word)).none == "The goals were not read yet: \(why): pocketbell status")
        }
        #expect(said(.absent(since: nil)).none == "This family server has no goals.")
        #expect(said(.absent(since: nil), elsewhere: "See there").none == "This family server has no goals. See there")
        #expect(said(.refused(since: nil)).none == "The family server does not let this account see the goals.")
        for standing in [RecordStanding.unread(failure: nil), .absent(since: nil), .refused(since: nil)] {
            #expect(said(standing).remark == nil)
        }
    }

    @Test("what was there once, and is not to be read any more, is shown with that")
    func former() {
        let refused = said(.refused(since: ago(7_200)))
        #expect(refused.remark == "this is from 2 h ago; this account may not see it any more")
        #expect(said(.absent(since: ago(7_200))).remark == "this is from 2 h ago; the server no longer has any")
    }

    @Test("what is young is only shown; what is old says how old and why, and from a day on not to trust it")
    func ages() {
        func remark(_ seconds: Int, _ failure: String? = nil) -> String? {
            said(.read(since: ago(seconds), failure: failure)).remark
        }
        #expect(remark(1_200) == nil && remark(-3_600) == nil && remark(1_200, "unavailable") == nil)
        #expect(remark(7_200) == "this is from 2 h ago")
        #expect(remark(7_200, "unavailable") == "this is from 2 h ago: the server was not reached")
        #expect(remark(3 * 86_400, "signInRequired")?.hasSuffix("somebody has to sign in; do not trust it") == true)
        #expect(said(.read(since: now, failure: nil)).none == nil)
    }

    @Test("every kind has its sentences, and nothing that ends a line twice")
    func tables() {
        let tables = [
            RecordTable.members, .allowance, .allowanceChanges, .chores, .completions, .goals, .wishes, .savings,
            .savingsMovements, .budgets, .notifications, .categories,
        ]
        #expect(Set(tables.map(\.kind)).count == tables.count && Set(tables.map(\.things)).count == tables.count)
        for table in tables {
            #expect(table.list.none.hasSuffix(".") && !table.things.isEmpty, "\(table.kind)")
            #expect(Set(table.list.fields.map(\.name)).count == table.list.fields.count, "\(table.kind)")
        }
    }
}
