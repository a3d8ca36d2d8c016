import JSON
import Terminal
import Testing

@testable import Commands

@Suite("The words of reports")
struct ReportTextTests {
    private let moment = "2026-03-14T15:09:26Z"

    private func node(_ text: String) throws -> JSONNode { try JSONNode(JSONValue(parsing: text)) }

    /// The lines below the heading, which may be coloured.
    private func rows(_ text: String) -> [String] {
        text.split(separator: "\n").dropFirst().map(String.init)
    }

    @Test(
        "each state of a delivery says what comes next",
        arguments: [
            ("queued", "tried at 2026-03-14T15:09:26Z"),
            ("inDoubt", "it may have arrived; tried again at 2026-03-14T15:09:26Z, marked as a repeat"),
            ("attempting", "being sent just now"), ("delivered", "nothing: it was delivered"),
            ("dead", "nothing by itself; send it again: pocketbell deliveries retry 7"),
            ("skipped", "nothing: it may have arrived, and its target does not want repeats"),
            ("discarded", "nothing: a person gave it up"),
        ])
    func next(_ state: String, _ next: String) throws {
        let history = #"{"delivery":{"number":7,"state":"\#(state)","dueAt":"\#(moment)"},"attempts":[]}"#
        #expect(try DeliveriesReport.explanation(node(history)) == "delivery 7 to : \(state)\n  next       \(next)\n")
    }

    @Test("a delivery in doubt that cannot be read is given up")
    func unreadableInDoubt() throws {
        let history = #"{"delivery":{"number":7,"state":"inDoubt","dueAt":null},"attempts":[]}"#
        #expect(
            try DeliveriesReport.explanation(node(history))
                == "delivery 7 to : inDoubt\n  next       given up, since the store cannot read it\n")
    }

    @Test("an explanation has the alert, what it is about, why, and each attempt with its end")
    func explanation() throws {
        let history = """
            {"delivery":{"number":7,"target":"chat","state":"queued","alert":"new|a","child":"Alice","amount":"5.00",
              "description":"Ball","dueAt":"\(moment)","detail":"answered 500"},
             "attempts":[{"number":1,"startedAt":"\(moment)","outcome":"retry","reason":"busy","detail":"500"},
              {"number":2,"startedAt":"\(moment)","outcome":null,"reason":null,"detail":null}]}
            """
        #expect(
            try DeliveriesReport.explanation(node(history)) == """
                delivery 7 to chat: queued
                  alert      new|a
                  about      Alice 5.00 Ball
                  next       tried at \(moment)
                  because    answered 500
                  attempt 1  \(moment)  retry  busy  500
                  attempt 2  \(moment)  under way\("    ")

                """)
    }

    @Test("what a stranger wrote stays on its line and commands no terminal")
    func hostile() throws {
        let evil = #"a\u001b[2J\nb\u202ec"#
        let history = """
            {"delivery":{"number":7,"target":"\(evil)","state":"queued","alert":"\(evil)","child":"\(evil)",
              "dueAt":"\(moment)","detail":"\(evil)"},
             "attempts":[{"number":1,"startedAt":"\(moment)","outcome":"dead","detail":"\(evil)"}]}
            """
        let child =
            #"[{"firstName":"\#(evil)","lastName":"x","balance":"1","seenAt":"y","id":"\#(evil)","gone":false}]"#
        let row = #"[{"childName":"\#(evil)","description":"\#(evil)","category":"\#(evil)","kind":"credit"}]"#
        let delivery = #"[{"number":1,"target":"\#(evil)","description":"\#(evil)","reason":"\#(evil)"}]"#
        let shown = [
            try DeliveriesReport.explanation(node(history)), try ChildrenReport.text(node(child)),
            try TransactionsReport.text(node(row)), try DeliveriesReport.text(node(delivery)),
        ]
        for (text, lines) in zip(shown, [6, 2, 2, 2]) {
            #expect(text.split(separator: "\n").count == lines, "\(text.debugDescription)")
            let own = text.split(separator: "\n").dropFirst(lines == 6 ? 0 : 1).joined(separator: "\n")
            #expect(!own.unicodeScalars.contains("\u{1B}") && !own.unicodeScalars.contains("\u{202E}"))
            #expect(own.contains("a [2J b\u{FFFD}c"))
        }
    }

    @Test("children are shown with whole name and balance; those that are gone are marked")
    func children() throws {
        let text = try ChildrenReport.text(
            node(
                """
                [{"firstName":"Alice","lastName":"Reed","balance":"5.00","seenAt":"\(moment)","id":"a","gone":false},
                 {"firstName":"Bo","lastName":"Reed","balance":"-12.50","seenAt":"\(moment)","id":"b","gone":true}]
                """))
        #expect(
            rows(text) == [
                "Alice Reed         5.00  \(moment)  a", "Bo Reed (gone)   -12.50  \(moment)  b",
            ])
    }

    @Test("transactions have a sign: minus for a debit alone")
    func transactions() throws {
        let text = try TransactionsReport.text(
            node(
                """
                [{"at":"\(moment)","childName":"A","amount":"5.00","kind":"debit","balance":"7.50","category":"Toys",
                  "description":"Ball"},
                 {"at":"\(moment)","childName":null,"amount":"15.00","kind":"credit","balance":"12.50","category":"",
                  "description":""}]
                """))
        #expect(
            rows(text) == [
                "\(moment)  A       -5.00     7.50  Toys      Ball", "\(moment)         +15.00    12.50",
            ])
    }

    @Test("deliveries are rows with number, target, state, tries and what they tell")
    func deliveries() throws {
        let text = try DeliveriesReport.text(
            node(
                """
                [{"number":7,"target":"chat","state":"queued","attempts":0,"child":"A","amount":"5.00",
                  "description":"Ball","reason":null},
                 {"number":12,"target":"house","state":"dead","attempts":3,"child":null,"amount":null,
                  "description":null,"reason":"rejected"}]
                """))
        #expect(
            rows(text) == [
                "     7  chat    queued      0  A        5.00  Ball",
                "    12  house   dead        3                              rejected",
            ])
    }

    @Test("a member is shown as text, number, yes or no; what has no words is empty")
    func cells() throws {
        let row = try node(#"{"a":"x","b":12.50,"c":true,"d":false,"e":null,"f":[1],"g":{"h":1}}"#)
        let cells = try ["a", "b", "c", "d", "e", "f", "g", "none"].map { try row.cell($0) }
        #expect(cells == ["x", "12.50", "yes", "no", "", "", "", ""])
        #expect(throws: JSONError.self) { try node("[1]").cell("a") }
    }

    @Test("the status tells who runs since when, each account, the counts, each target and what needs a person")
    func status() throws {
        let text = try StatusReport.text(
            node(
                """
                {"running":true,"version":"1.2.3","startedAt":"\(moment)","balanced":true,"oldestOpen":"\(moment)",
                 "accounts":[{"name":"mum","state":"live","reason":null,"lastScan":"\(moment)"}],
                 "counts":{"children":2,"transactions":30,"hints":4,"hintsOpen":1,"alerts":5},
                 "targets":[{"name":"chat","delivered":9,"queued":8,"attempting":7,"inDoubt":6,"skipped":5,"dead":4,
                   "discarded":3}],
                 "problems":[{"kind":"targetFailing","severity":"mendsItself","sentence":"chat\\u001b[2J fails","nextStep":null},
                   {"kind":"signInNeeded","severity":"needsPerson","sentence":"mum must sign in",
                    "nextStep":"pocketbell\\u001b login mum"}]}
                """))
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines[0] == "PocketBell 1.2.3, running since \(moment)")
        #expect(lines[2] == "mum      live   \(moment)")
        #expect(lines[3] == "2 children, 30 transactions; 4 hints (1 open); 5 alerts")
        #expect(lines[4].contains("IN DOUBT"))
        #expect(lines[5] == "chat            9       8           7         6        5     4          3")
        #expect(lines[6] == "oldest open delivery: \(moment)")
        #expect(lines[7...] == ["~ chat [2J fails", "! mum must sign in", "    pocketbell  login mum"])
        #expect(!text.contains("do not add up"))
    }

    @Test("a status ends by its worst problem; counts that do not add up are the program's own mistake")
    func statusOutcome() throws {
        func outcome(_ severities: [String], isBalanced: Bool = true) throws -> CommandOutcome {
            let problems = severities.map { "{\"severity\":\"\($0)\"}" }.joined(separator: ",")
            return try StatusReport.outcome(of: node("{\"balanced\":\(isBalanced),\"problems\":[\(problems)]}"))
        }
        #expect(try outcome([]) == .success && outcome(["mendsItself"]) == .success)
        #expect(try outcome(["mendsItself", "needsPerson"]) == .needsPerson)
        #expect(try outcome(["needsPerson"], isBalanced: false) == .internalError)
        #expect(throws: JSONError.self) { try StatusReport.outcome(of: node("{}")) }
    }

    @Test("a status without accounts, targets and program says so")
    func emptyStatus() throws {
        let text = try StatusReport.text(
            node(
                """
                {"running":false,"version":null,"startedAt":null,"balanced":false,"oldestOpen":null,"accounts":[],
                 "counts":{},"targets":[],"problems":[]}
                """))
        #expect(text.contains("PocketBell does not run") && text.contains("no account yet"))
        #expect(!text.contains("TARGET") && !text.contains("oldest"))
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 4)
    }

    @Test(
        "a status that lacks what it must have is no status", arguments: ["running", "accounts", "counts", "targets"])
    func brokenStatus(_ missing: String) throws {
        let all = ["running": "true", "accounts": "[]", "counts": "{}", "targets": "[]"]
        let members = all.filter { $0.key != missing }.map { "\"\($0.key)\":\($0.value)," }.joined()
        #expect(throws: JSONError.self) {
            try StatusReport.text(node("{\(members)\"balanced\":true,\"problems\":[]}"))
        }
    }
}
