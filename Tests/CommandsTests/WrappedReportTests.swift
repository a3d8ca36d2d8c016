import JSON
import Terminal
import Testing

@testable import Commands

@Suite("Sentences on a narrow terminal")
struct WrappedReportTests {
    private let long =
        "target chat refuses what it is sent: answered 403: it wants other credentials than it is sent by this program"

    private func node(_ text: String) throws -> JSONNode { try JSONNode(JSONValue(parsing: text)) }

    private func status(_ hints: String, room: Int?) throws -> [String] {
        let text = try StatusReport.text(
            node(
                """
                {"running":true,"version":"1","startedAt":"2026-03-14T15:09:26Z","balanced":true,"oldestOpen":null,"accounts":[
                  {"name":"mum","state":"polling","reason":"","lastScan":null,"nextTryAt":"2026-03-14T15:09:26Z"}],
                 "counts":{"children":1,"transactions":1,\(hints),"alerts":0},"targets":[],
                 "problems":[{"severity":"needsPerson","sentence":"\(long)","nextStep":"\(long)"}]}
                """), .test, room: room)
        return text.split(separator: "\n").map(String.init)
    }

    @Test("what is wrong and what to do keep to the columns, under their first word; a pipe gets whole lines")
    func problems() throws {
        let hints = #""hints":0,"hintsOpen":0"#
        let narrow = try status(hints, room: 60)
        #expect(narrow.allSatisfy { $0.displayWidth <= 60 })
        let head = try #require(narrow.firstIndex { $0.hasPrefix("! target chat") })
        #expect(narrow[head + 1].prefix { $0 == " " }.count == 2)
        #expect(narrow.contains { $0.hasPrefix("    target chat") })
        #expect(try status(hints, room: nil).suffix(2) == ["! " + long, "    " + long])
    }

    @Test("a hub that has announced nothing is not counted, and one that polls is not said to ask for facts so seldom")
    func words() throws {
        let none = try status(#""hints":0,"hintsOpen":0"#, room: nil)
        #expect(none.contains("1 child, 1 transaction, 0 alerts") && !none.contains { $0.contains("hub:") })
        #expect(none.contains { $0.contains("polling, hub again in 26 s") })
        let all = try status(#""hints":3,"hintsOpen":0,"hintsResolved":2,"hintsReported":1"#, room: nil)
        #expect(all.contains("3 announcements of the hub: 2 answered, 0 open, 1 never found"))
    }

    @Test("an explanation keeps to the columns, its words under each other")
    func explanation() throws {
        let history = try node(
            #"{"delivery":{"number":7,"target":"chat","state":"dead","detail":"\#(long)"},"next":null,"followUps":[],"attempts":[]}"#
        )
        let lines = try DeliveriesReport.explanation(history, .test, room: 60).split(separator: "\n")
        #expect(lines.allSatisfy { String($0).displayWidth <= 60 })
        let reason = try #require(lines.firstIndex { $0.hasPrefix("  because    target chat") })
        #expect(lines[reason + 1].prefix { $0 == " " }.count == 13)
        #expect(try DeliveriesReport.explanation(history, .test).contains("  because    \(long)\n"))
    }

    @Test("a list of targets fits 60 columns")
    func targets() throws {
        let list = try node(
            """
            [{"name":"a-rather-long-name","kind":"discord","state":"suspended","nextTryAt":"2026-03-14T15:09:26Z","queued":12,
              "attempting":0,"inDoubt":3,"dead":4,"lastDelivered":"2026-03-14T15:09:26Z","reason":"\(long)"}]
            """)
        let text = try TargetsReport.list.text(list, .test, room: 60)
        #expect(text.split(separator: "\n").allSatisfy { String($0).displayWidth <= 60 })
        #expect(text.contains("STATE") && text.contains("WAITING") && text.contains("DEAD"))
    }
}
