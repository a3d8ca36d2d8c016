import Control
import JSON
import Store
import Testing
import TextFormats
import Values

@testable import Commands

@Suite("What machines read, in people's words")
struct ReadableTests {
    private func node(_ text: String) throws -> JSONNode { try JSONNode(JSONValue(parsing: text)) }

    @Test("the zone is that of who reads, else the configured one, else the machine's")
    func zones() {
        let summer = Timestamp(seconds: 1_783_000_000)
        func offset(_ configured: String?, _ variables: [String: String]) -> Int {
            Readable.zone(configured: configured, environment: variables).offset(at: summer)
        }
        #expect(offset("Europe/Berlin", ["TZ": "JST-9"]) == 9 * 3_600)
        #expect(offset("Europe/Berlin", [:]) == 2 * 3_600)
        #expect(offset("Europe/Berlin", ["TZ": ""]) == 0)
        #expect(offset("No/Where", [:]) == TimeZone.ofProcess(variable: nil).offset(at: summer))
        #expect(offset(nil, [:]) == TimeZone.ofProcess(variable: nil).offset(at: summer))
    }

    @Test("movements have a sign, balances only below nothing, both the family's currency")
    func amounts() throws {
        let row = try node(#"{"amount":"12.50","balance":"-0.125","nothing":"0.00","currency":"CHF","gone":null}"#)
        #expect(try Readable.test.movement(row, "amount") == "+CHF\u{A0}12.50")
        #expect(try Readable.test.movement(row, "nothing") == "CHF\u{A0}0.00")
        #expect(try Readable.test.balance(row, "balance") == "-CHF\u{A0}0.125")
        #expect(try Readable.test.balance(row, "amount") == "CHF\u{A0}12.50")
        #expect(try Readable.test.balance(row, "gone") == "" && Readable.test.movement(row, "missing") == "")
        #expect(throws: JSONError.self) { try Readable.test.movement(node(#"{"amount":"much"}"#), "amount") }
    }

    @Test("moments are near ones by the clock, far ones by the calendar; a spreadsheet gets all of it")
    func moments() throws {
        let row = try node(#"{"near":"2026-03-14T15:07:00Z","far":"2024-02-29T23:30:00Z","none":null}"#)
        #expect(try Readable.test.moment(row, "near") == "16:07" && Readable.test.age(row, "near") == "2 min ago")
        #expect(try Readable.test.moment(row, "far") == "1 Mar 2024 00:30")
        #expect(try Readable.test.plainMoment(row, "far") == "2024-03-01 00:30:00")
        for name in ["none", "missing"] {
            #expect(try Readable.test.moment(row, name) == "" && Readable.test.age(row, name) == "")
            #expect(try Readable.test.plainMoment(row, name) == "")
        }
        #expect(throws: JSONError.self) { try Readable.test.age(node(#"{"at":"soon"}"#), "at") }
    }

    @Test("a filter is asked for in moments, by the zone of who typed it")
    func filter() {
        let zone = TimeZone.ofProcess(variable: "CET-1")
        let filter = ListFilter(
            child: "Ann", target: "chat", states: ["in-doubt", "dead"], since: MomentText("2026-11-20"),
            until: MomentText("2026-11-20"))
        let query = filter.query(in: zone, now: Timestamp(seconds: 0))
        #expect(query["child"] == "Ann" && query["target"] == "chat" && query["state"] == "in-doubt,dead")
        #expect(query["since"] == "2026-11-19T23:00:00Z" && query["until"] == "2026-11-20T23:00:00Z")
        let half = ListFilter(since: MomentText("2026-11-20T10:00"), until: MomentText("2026-11-20T11:00"))
        #expect(
            half.query(in: zone, now: Timestamp(seconds: 0))
                == ["since": "2026-11-20T09:00:00Z", "until": "2026-11-20T10:00:00Z"],
            "the moment of --to is the first that counts no more, as the program takes it")
        #expect(Set(query.keys) == Set(ControlRequest.Filter.allCases.map(\.rawValue)))
        #expect(ListFilter().query(in: zone, now: Timestamp(seconds: 0)) == [:])
        #expect(ListFilter().isEmpty && !filter.isEmpty)
    }

    @Test("the farthest days can be asked for", arguments: ["0001-01-01", "9999-12-31"])
    func farthest(_ day: String) throws {
        let filter = ListFilter(since: MomentText(day), until: MomentText(day))
        let query = filter.query(in: .ofProcess(variable: "JST-9"), now: Timestamp(seconds: 0))
        for moment in query.values { #expect(Timestamp(moment) != nil, "\(moment)") }
    }
}
