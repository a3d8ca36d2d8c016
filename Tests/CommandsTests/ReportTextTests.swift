import JSON
import Terminal
import Testing
import Values

@testable import Commands

@Suite("The words of reports")
struct ReportTextTests {
    /// In 26 seconds, as ``Readable/test`` sees it: at 16:09 in Berlin.
    private let moment = "2026-03-14T15:09:26Z"

    private func node(_ text: String) throws -> JSONNode { try JSONNode(JSONValue(parsing: text)) }

    /// The lines below the heading, which may be coloured.
    private func rows(_ text: String) -> [String] {
        text.split(separator: "\n").dropFirst().map(String.init)
    }

    @Test("an explanation says what comes next, and in what time")
    func next() throws {
        func text(_ next: String) throws -> String {
            try DeliveriesReport.explanation(
                node(#"{"delivery":{"number":7,"state":"queued"},"next":\#(next),"followUps":[],"attempts":[]}"#), .test
            )
        }
        let head = "delivery 7 to : queued\n  next       "
        // The sentence may end with a command that people copy: nothing stands behind it.
        let timed = try text(#"{"sentence":"it waits","at":"\#(moment)"}"#)
        #expect(timed.hasPrefix(head) && timed.hasSuffix(": it waits\n"), "\(timed)")
        #expect(try text(#"{"sentence":"it waits","at":null}"#) == head + "it waits\n")
        #expect(try text("null") == head + "given up, since the store cannot read it\n")
    }

    @Test(
        "who was told in a digest did not hear these words alone",
        arguments: [
            ("delivered", 30, "told in a digest with 30 others"), ("queued", 1, "in a digest with 1 other"),
            ("delivered", 0, "told in a digest"),
        ])
    func digest(_ state: String, _ others: Int, _ words: String) throws {
        let proof = state == "delivered" ? #""accepted""# : "null"
        let history =
            #"{"delivery":{"number":7,"state":"\#(state)","proof":\#(proof)},"digest":{"others":\#(others)},"followUps":[],"attempts":[]}"#
        let lines = try DeliveriesReport.explanation(node(history), .test).split(separator: "\n")
        #expect(lines[1] == "  digest     \(words)")
    }

    @Test("a first telling is explained with what told it again, is planned to, or is needed no more and why")
    func later() throws {
        let answer = """
            {"transaction":null,"hints":[],"alerts":[{"alert":"low|1","event":"balanceLow","at":"2026-03-14T15:09:26Z",
              "late":false,"balance":"1.00","threshold":"5.00","currency":"USD","rules":[],"rulesChanged":false,"dropped":[],
              "deliveries":[],"reminder":{"kind":"unseen","number":1,"of":2},"later":[
                {"kind":"again","target":"screen","number":1,"of":4,"state":"caused","at":"2026-03-14T15:19:26Z","delivery":7,
                 "deliveryState":"skipped","proof":null,"reason":"silenced"},
                {"kind":"again","target":"chat","number":1,"of":1,"state":"caused","at":"2026-03-14T15:19:26Z","delivery":8,
                 "deliveryState":"delivered","proof":"accepted","reason":null},
                {"kind":"again","target":"screen","number":2,"of":4,"state":"planned","at":"2026-03-14T15:29:26Z"},
                {"kind":"unseen","target":"mum","number":1,"of":1,"state":"notNeeded","at":"2026-03-14T15:12:00Z",
                 "reason":"seen","why":"somebody had seen it"}]}]}
            """
        let text = try ExplainReport.text(node(answer), .test)
        let lines = text.split(separator: "\n").filter { $0.contains(": ") && $0.hasPrefix("  later ") }
        #expect(text.contains("balance-low, told others (1 of 2)\n"))
        #expect(lines.count == 4 && lines[0].hasPrefix("  later      screen again (1 of 4): 2026-03-14 "))
        #expect(lines[0].hasSuffix(", delivery 7: skipped (silenced)"))
        #expect(lines[1].hasSuffix(", delivery 8: accepted"))
        #expect(lines[2].contains("screen again (2 of 4): at 2026-03-14 "))
        #expect(lines[2].hasSuffix(", unless somebody has seen it by then"))
        #expect(lines[3].contains("mum (1 of 1): not needed, for somebody had seen it, 2026-03-14 "))
    }

    @Test("what was seen is told of no more only where it would have been")
    func seen() throws {
        func text(_ alerts: Int, _ notToldAgain: Int) throws -> String {
            try SeenReport.text(node(#"{"alerts":\#(alerts),"notToldAgain":\#(notToldAgain),"refused":[]}"#))
        }
        #expect(try text(1, 0) == "Seen: 1 alert.\n" && text(3, 0) == "Seen: 3 alerts.\n")
        #expect(try text(1, 1) == "Seen: 1 alert, which is not told again.\n")
        #expect(try text(2, 2) == "Seen: 2 alerts, which are not told again.\n")
        #expect(try text(3, 1) == "Seen: 3 alerts; 1 of them is not told again.\n")
    }

    @Test("a chore is called by its name, and who saw it is not where")
    func chore() throws {
        let delivery =
            #"{"number":7,"state":"dead","child":{"firstName":"Alice"},"details":{"name":"Dishes","price":"2.00"},"currency":"EUR"}"#
        let history = #"{"delivery":\#(delivery),"next":null,"followUps":[],"attempts":[]}"#
        let lines = try DeliveriesReport.explanation(node(history), .test).split(separator: "\n")
        #expect(lines[1] == "  about      Alice €2.00 Dishes")
        let alert =
            #"{"alert":"a","event":"choreWaiting","at":"\#(moment)","late":false,"rules":[],"dropped":[],"deliveries":[],"#
            + #""reminder":null,"later":[],"seen":{"at":"\#(moment)","by":"pocketbell seen"}}"#
        #expect(try ExplainReport.text(node(#"{"alerts":[\#(alert)]}"#), .test).contains(", by pocketbell seen\n"))
    }

    @Test("whom a rule tells, leaves out and leaves to another is told in clauses of their own")
    func judged() throws {
        let rule =
            #"{"rule":"all","place":"a.yaml:3:5","why":null,"tells":["screen","chat"],"drops":["kid"],"outdone":["phone"]}"#
        let alert =
            #"{"alert":"a","event":"transaction","at":"\#(moment)","late":false,"rules":[\#(rule)],"dropped":[],"deliveries":[],"reminder":null,"later":[]}"#
        let text = try ExplainReport.text(node(#"{"alerts":[\#(alert)]}"#), .test)
        #expect(
            text.contains(
                "all (a.yaml:3:5): it matches, and tells screen, chat; leaves out kid, who may not know of it; "
                    + "leaves to a rule before it phone\n"), "\(text)")
    }

    @Test("an explanation has the rule, what it is about, the words, why, and each attempt with its end")
    func explanation() throws {
        let history = """
            {"delivery":{"number":7,"target":"chat","state":"queued","alert":"new|a","child":null,
              "description":"Ball","detail":"answered 500"},"rule":"money","title":"Money","text":"Alice got 5.00",
             "next":{"sentence":"it is about to be sent","at":null},"followUps":[],
             "attempts":[{"number":1,"startedAt":"\(moment)","outcome":"retry","reason":"busy","detail":"500"},
              {"number":2,"startedAt":"\(moment)","outcome":null,"reason":null,"detail":null}]}
            """
        let lines = try DeliveriesReport.explanation(node(history), .test).split(separator: "\n").map(String.init)
        #expect(lines[0] == "delivery 7 to chat: queued" && lines[1] == "  rule       money")
        #expect(lines[2].hasPrefix("  about ") && lines[2].hasSuffix("Ball"))
        #expect(lines[3] == "  title      Money" && lines[4] == "  text       Alice got 5.00")
        #expect(lines[5].hasPrefix("  words      by today's configuration"), "what was sent may have been other words")
        #expect(lines[6] == "  next       it is about to be sent" && lines[7] == "  because    answered 500")
        #expect(lines[8].hasPrefix("  attempt 1  ") && lines[8].hasSuffix("  retry  busy  500"))
        #expect(!lines[8].contains(moment) && lines[9].contains("  under way") && lines.count == 10)
    }

    @Test("of what was never sent the words are those that will be; an attempt says what its target's taking proves")
    func proven() throws {
        func lines(_ attempts: String) throws -> [String] {
            let history =
                #"{"delivery":{"number":7,"state":"delivered","proof":"seen"},"title":"Money","text":"Hi","#
                + #""followUps":[],"attempts":[\#(attempts)]}"#
            return try DeliveriesReport.explanation(node(history), .test).split(separator: "\n").map(String.init)
        }
        #expect(try !lines("").contains { $0.hasPrefix("  words") })
        let taken =
            #"{"number":1,"startedAt":"\#(moment)","outcome":"delivered","proof":"accepted","reason":null,"detail":"250 Ok"}"#
        let last = try #require(try lines(taken).last)
        #expect(last.contains("  accepted  ") && !last.contains("delivered"))
    }

    @Test("a sample that a target took is told in one line, one that it did not take with the cause and its words")
    func sample() throws {
        func report(_ isDelivered: Bool, _ message: String) -> String {
            #"{"target":"house","delivered":\#(isDelivered),"message":"\#(message)","status":200,"#
                + #""answer":"go\u001b away","milliseconds":7,"title":"Money","text":"Hi\nthere"}"#
        }
        let sent = "  sent: Money\n        Hi\n        there\n"
        // Of what nobody was there to take nothing was sent.
        let off = report(false, "there is no session bus").replacing(text: #""status":200"#, with: #""reason":"off""#)
        #expect(try TargetTest.text(node(off)) == "house did not take the sample alert: there is no session bus\n")
        #expect(
            try TargetTest.text(node(report(true, "answered 200")))
                == "house took the sample alert (7 ms): answered 200\n" + sent)
        let unheard = "the broker took it, but nobody subscribes to it now"
        #expect(try TargetTest.text(node(report(true, unheard))).contains(unheard))
        #expect(
            try TargetTest.text(node(report(false, "answered 403")))
                == "house did not take the sample alert (7 ms): answered 403\n" + sent + "  it said: go  away\n")
        let once = try TargetTest.text(
            node(report(false, "answered 403; it says: go away").replacing(text: "\\u001b", with: "\\n")))
        #expect(once == "house did not take the sample alert (7 ms): answered 403; it says: go away\n" + sent)
    }

    @Test("what a stranger wrote stays on its line and commands no terminal")
    func hostile() throws {
        let evil = #"a\u001b[2J\nb\u202ec"#
        let history = """
            {"delivery":{"number":7,"target":"\(evil)","state":"queued","alert":"\(evil)","child":{"firstName":"\(evil)"},
              "dueAt":"\(moment)","detail":"\(evil)"},"rule":"\(evil)","text":"\(evil)","next":{"sentence":"\(evil)"},"followUps":[],
             "attempts":[{"number":1,"startedAt":"\(moment)","outcome":"dead","detail":"\(evil)"}]}
            """
        let child =
            #"[{"name":"\#(evil)","balance":"1","seenAt":"\#(moment)","id":"\#(evil)","gone":false}]"#
        let row = #"[{"child":{"firstName":"\#(evil)"},"description":"\#(evil)","category":"\#(evil)"}]"#
        let delivery = #"[{"number":1,"target":"\#(evil)","description":"\#(evil)","reason":"\#(evil)"}]"#
        let shown = [
            try DeliveriesReport.explanation(node(history), .test), try ChildrenReport.list.text(node(child), .test),
            try TransactionsReport.list.text(node(row), .test), try DeliveriesReport.list.text(node(delivery), .test),
        ]
        for (text, lines) in zip(shown, [8, 2, 2, 2]) {
            #expect(text.split(separator: "\n").count == lines, "\(text.debugDescription)")
            let own = text.split(separator: "\n").dropFirst(lines == 8 ? 0 : 1).joined(separator: "\n")
            #expect(!own.unicodeScalars.contains("\u{1B}") && !own.unicodeScalars.contains("\u{202E}"))
            #expect(own.contains("a [2J b\u{FFFD}c"))
        }
    }

    @Test(
        "children are shown with whole name, balance and age; those that are gone are marked; ids are shown when asked")
    func children() throws {
        let list = try node(
            """
            [{"name":"Alice Reed","balance":"5.00","pending":"-3.20","shown":"1.80","currency":"EUR","seenAt":"\(moment)","id":"a","gone":false},
             {"name":"Bo Reed","balance":"-12.50","currency":"EUR","seenAt":"2026-03-14T15:06:00Z","id":"b","gone":true}]
            """)
        #expect(
            rows(try ChildrenReport.list.text(list, .test)) == [
                "Alice Reed        €5.00  -€3.20 → €1.80  in 26 s",
                "Bo Reed (gone)  -€12.50                  3 min ago",
            ])
        let withIDs = try ChildrenReport.list.text(list, .test, ListOptions(showsIDs: true), room: 30)
        #expect(rows(withIDs)[0].hasSuffix("  a") && withIDs.contains("ID"))
        let narrow = try ChildrenReport.list.text(list, .test, room: 37).split(separator: "\n")
        #expect(!narrow[0].contains("ID") && narrow.contains { $0.contains("ID (--ids)") })
        #expect(try ChildrenReport.list.text(list, .test, room: 80).contains("ID"))
    }

    @Test("transactions have a sign, a time as people say it, and a currency")
    func transactions() throws {
        let list = try node(
            """
            [{"at":"\(moment)","child":{"firstName":"A"},"amount":"-5.00","currency":"EUR","balance":"7.50",
              "category":"Toys","description":"Ball"},
             {"at":"2025-11-21T08:18:00Z","child":null,"amount":"15.00","currency":"EUR","balance":"12.50","category":"",
              "description":""}]
            """)
        #expect(
            rows(try TransactionsReport.list.text(list, .test)) == [
                "16:09              A       -€5.00    €7.50  Toys      Ball",
                "21 Nov 2025 09:18         +€15.00   €12.50",
            ])
    }

    @Test("a low balance is told apart from the transaction that caused it")
    func deliveries() throws {
        let list = try node(
            """
            [{"number":7,"createdAt":"\(moment)","event":"transaction","target":"chat","state":"inDoubt","attempts":0,
              "child":{"firstName":"A"},"amount":"-5.00","currency":"EUR","description":"Ball","reason":null},
             {"number":8,"createdAt":"\(moment)","event":"balanceLow","target":"chat","state":"dead","attempts":3,
              "child":{"firstName":"A"},"amount":"-5.00","balance":"1.00","threshold":"2.00","currency":"EUR",
              "description":"Ball","reason":"serverError"},
             {"number":9,"createdAt":"\(moment)","event":"transaction","target":"chat","state":"queued","attempts":0,
              "dueAt":"2026-03-14T16:30:00Z","child":{"firstName":"A"},"amount":"-5.00","currency":"EUR",
              "description":"Ball","reason":null},
             {"number":12,"target":"house","state":"queued"}]
            """)
        #expect(
            rows(try DeliveriesReport.list.text(list, .test)) == [
                "     7  16:09  transaction  chat    in-doubt  A      -€5.00  Ball             0",
                "     8  16:09  balance-low  chat    dead      A       €1.00  below €2.00      3  server-error",
                "     9  16:09  transaction  chat    queued    A      -€5.00  Ball             0  until 17:30",
                "    12                      house   queued",
            ])
    }

    @Test("a line of a list fits a terminal of 80 columns, whatever is typed")
    func fits() throws {
        let long = String(repeating: "日本 a", count: 40)
        let list = try node(
            """
            [{"number":123456,"createdAt":"2025-11-21T08:18:00Z","event":"balanceLow","target":"\(long)","state":"inDoubt",
              "attempts":12,"child":{"firstName":"\(long)"},"balance":"1000.00","threshold":"2.00","description":"\(long)",
              "reason":"\(long)","at":"2025-11-21T08:18:00Z","category":"\(long)","amount":"-1000.00","id":"\(long)",
              "name":"\(long)","server":"\(long)","email":"\(long)","lastScan":"2025-11-21T08:18:00Z","kind":"webhook",
              "queued":123456,"attempting":0,"inDoubt":1,"dead":123456,"lastDelivered":"2025-11-21T08:18:00Z","gone":true,
              "seenAt":"2025-11-21T08:18:00Z"}]
            """)
        for report in [
            TransactionsReport.list, DeliveriesReport.list, ChildrenReport.list, AccountsReport.list,
            TargetsReport.list,
        ] {
            let text = try report.text(list, .test, room: 80)
            for line in text.split(separator: "\n") { #expect(line.displayWidth <= 80, "\(line)") }
            #expect(text.contains("…"))
        }
    }

    @Test("a name that has to be typed is whole on a terminal of 80 columns, and a reason stands whole below its row")
    func names() throws {
        let long = String(repeating: "long ", count: 30)
        let list = try node(
            """
            [{"number":1234,"createdAt":"2026-03-11T08:18:00Z","event":"transaction","target":"webhook-home","state":"delivered",
              "attempts":12,"child":{"firstName":"Maximiliane "},"balance":"1000.00",
              "description":"\(long)","reason":"\(long)","at":"2026-03-11T08:18:00Z","category":"\(long)","amount":"-1000.00",
              "name":"webhook-home","server":"\(long)","email":"\(long)","lastScan":"2026-03-11T08:18:00Z","kind":"webhook",
              "queued":12,"attempting":0,"inDoubt":1,"dead":12,"lastDelivered":"2026-03-11T08:18:00Z","id":"a"}]
            """)
        for (report, name, below) in [
            (DeliveriesReport.list, "webhook-home", 0), (TransactionsReport.list, "Maximiliane", 0),
            (AccountsReport.list, "webhook-home", 2), (TargetsReport.list, "webhook-home", 2),
        ] {
            let text = try report.text(list, .test, room: 80)
            #expect(text.contains(name), "\(text)")
            #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth <= 80 }, "\(text)")
            let remarks = text.split(separator: "\n").filter { $0.hasPrefix("    long") }
            #expect(
                remarks.count == below && (below == 0 || remarks.joined().matches(of: /long/).count == 30), "\(text)")
        }
        #expect(try AccountsReport.list.text(list, .test).contains("\n    \(long.dropLast())\n"))
    }

    @Test("states have their colours on a terminal, and none elsewhere")
    func colours() throws {
        let list = try node(
            #"[{"name":"a","state":"live","kind":"ntfy","queued":0,"attempting":0,"inDoubt":0,"dead":0}]"#)
        #expect(try AccountsReport.list.text(list, .test, style: .coloured).contains("\u{1B}[32mlive\u{1B}[0m"))
        #expect(!(try AccountsReport.list.text(list, .test)).contains("\u{1B}"))
        let bad = try node(#"[{"name":"a","state":"signInNeeded"}]"#)
        #expect(
            try AccountsReport.list.text(bad, .test, style: .coloured).contains("\u{1B}[1;31msign-in-needed\u{1B}[0m"))
    }

    @Test("accounts and targets say how each is doing and since when")
    func parts() throws {
        let accounts = try node(
            """
            [{"name":"mum","server":"https://one.example","email":"mum@one.example","state":"live",
              "lastScan":"2026-03-14T15:07:00Z"}]
            """)
        #expect(
            rows(try AccountsReport.list.text(accounts, .test)) == [
                "mum      live   2 min ago  mum@one.example  https://one.example"
            ])
        let targets = try node(
            """
            [{"name":"chat","kind":"slack","state":"suspended","reason":"it said no","queued":2,"attempting":1,"inDoubt":4,
              "dead":5,"delivered":9,"lastDelivered":null,"provenAt":null,"proves":"accepted"}]
            """)
        let listed = rows(try TargetsReport.list.text(targets, .test))
        #expect(
            listed == [
                "chat    slack  suspended        3         4     5  accepted", "    it said no",
            ])
        #expect(
            try TargetsReport.list.csv(targets, .test).split(separator: "\r\n").last
                == "chat,slack,suspended,3,4,5,9,,,accepted")
    }

    @Test("comma-separated values have local times, plain amounts, and no formula of a child's")
    func csv() throws {
        let list = try node(
            """
            [{"at":"\(moment)","child":{"name":"Ann, \\"A\\""},"amount":"-5.00","currency":"EUR","balance":"7.50",
              "category":"=cmd|' /C calc'!A0","description":"-1+1","by":"x\\ny","late":false,"id":"a","state":"synced"}]
            """)
        #expect(
            try TransactionsReport.list.csv(list, .test)
                == "at,child,amount,balance,currency,category,description,by,late,id,state\r\n"
                + "2026-03-14 16:09:26,\"Ann, \"\"A\"\"\",-5.00,7.50,EUR,'=cmd|' /C calc'!A0,'-1+1,x y,no,a,synced\r\n")
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
                {"running":true,"version":"1.2.3","startedAt":"\(moment)","balanced":true,
                 "oldest":{"hint":null,"intent":"\(moment)","delivery":"\(moment)"},
                 "lastFacts":{"baseline":70,"hint":28,"scan":2},
                 "lastScans":[{"child":{"firstName":"Al\\u001b"},"at":"\(moment)"},{"child":{"firstName":"Bo"},"at":"\(moment)"},
                   {"child":{"firstName":"Cy"},"at":null}],
                 "accounts":[{"name":"mum","state":"live","reason":null,"lastScan":"\(moment)"}],
                 "counts":{"children":2,"transactions":30,"hints":4,"hintsOpen":1,"hintsResolved":3,"hintsReported":0,"alerts":5},
                 "targets":[{"name":"chat","delivered":9,"queued":8,"attempting":7,"inDoubt":6,"skipped":5,"dead":4,
                   "discarded":3,"deliveries":42,"state":"suspended","nextTryAt":"\(moment)"}],
                 "problems":[{"kind":"targetFailing","severity":"mendsItself","sentence":"chat\\u001b[2J fails","nextStep":null},
                   {"kind":"signInNeeded","severity":"needsPerson","sentence":"mum must sign in",
                    "nextStep":"pocketbell\\u001b login mum"},
                   {"kind":"noTarget","severity":"remark","sentence":"nobody is told","nextStep":null}]}
                """), .test)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines[0] == "PocketBell 1.2.3, running since 16:09")
        #expect(lines[2] == "mum      live   in 26 s")
        #expect(
            lines[3...6] == [
                "2 children, 30 transactions, 5 alerts",
                "4 announcements of the hub: 3 answered, 1 open, 0 never found",
                "the last 30 to come: 28 announced, 2 found by a scan",
                "last complete scan: Al , Bo in 26 s; Cy never",
            ])
        #expect(lines[7].contains("IN DOUBT"))
        #expect(
            lines[8] == "chat    suspended, again in 26 s      9       15         6        5     4          3  42")
        #expect(lines[9] == "oldest open: entry in 26 s, delivery in 26 s")
        #expect(
            lines[10...] == ["~ chat [2J fails", "! mum must sign in", "    pocketbell  login mum", "- nobody is told"])
        #expect(!text.contains("do not add up"))
    }

    @Test("what was entered is counted once something was, and its parts are said")
    func enteredCounts() throws {
        func text(_ counts: String) throws -> String {
            try StatusReport.text(
                node(
                    """
                    {"running":false,"version":null,"startedAt":null,"balanced":true,"oldestOpen":null,"accounts":[],
                     "counts":{"children":0,"transactions":0,"hints":0,"hintsOpen":0,"alerts":0,\(counts)},"targets":[],
                     "problems":[]}
                    """), .test)
        }
        let some = #""intents":6,"intentsConfirmed":1,"intentsWaiting":2,"intentsParked":3,"intentsDiscarded":0"#
        #expect(try text(some).contains("6 entries: 1 made, 2 waiting, 3 parked, 0 given up\n"))
        #expect(try !text(#""intents":0"#).contains("entr"))
    }

    @Test("an entry is told with what happens next, and its list with why it waits; hostile text is harmless")
    func entries() throws {
        func entry(
            _ state: String, _ reason: String = "null", waitsForPerson: Bool = false, next: String = "null"
        ) -> String {
            """
            {"intent":"3fa2001122334455","state":"\(state)","account":"mum","child":{"name":"Al R","firstName":"Al"},
             "amount":"-3.20","currency":"EUR","category":"Snacks","description":"Ice\\u001b[2J","notes":null,"attempts":1,
             "reason":\(reason),"transaction":null,"acceptedAt":"\(moment)","dueAt":"\(moment)","settledAt":null,
             "waitsForPerson":\(waitsForPerson),"nextStep":\(next)}
            """
        }
        func said(_ state: String, isLive: Bool = true, waited: Duration? = nil) throws -> String {
            try Entry.sentence(
                node(entry(state, #""not\u001b today""#)), .test, isLive: isLive, waited: waited)
        }
        #expect(try said("confirmed") == "Made: Al -€3.20, Ice [2J.")
        #expect(try said("parked").contains("not  today\n  next: pocketbell pending show 3fa20011"))
        #expect(try said("accepted", isLive: false).hasSuffix("pocketbell run"))
        #expect(try said("sending").hasSuffix("goes to the server by itself: pocketbell pending"))
        #expect(try said("unknown", waited: .seconds(5)).contains("not confirmed it yet"))
        let list = try PendingReport.list.text(node("[\(entry("parked", #""no such child""#))]"), .test)
        #expect(list.contains("3fa20011") && list.contains("no such child") && !list.contains("\u{1B}"))
        for (state, next) in [
            ("accepted", "as soon as"), ("sending", "is waited for"), ("unknown", "is looked for"),
        ] {
            #expect(try PendingReport.text(node(entry(state)), .test).contains(next), "\(state)")
        }
        let login = entry("accepted", #""mum must sign in""#, next: #""pocketbell login mum""#)
        #expect(try PendingReport.text(node(login), .test).contains("next      pocketbell login mum\n"))
        for (isLive, waited) in [(true, nil), (false, nil), (true, Duration.seconds(5))] {
            let text = try Entry.sentence(node(login), .test, isLive: isLive, waited: waited)
            #expect(text.hasSuffix("waits: mum must sign in\n  next: pocketbell login mum"), "\(text)")
        }
        let parked = entry("parked", next: #""pocketbell pending retry 3fa20011""#)
        #expect(try PendingReport.text(node(parked), .test).contains("next      pocketbell pending retry 3fa20011\n"))
        let contested = entry("parked", next: #""pocketbell conflicts show 3""#)
        let shown = try PendingReport.text(node(contested), .test)
        #expect(shown.contains("conflicts show 3") && !shown.contains("retry"))
        let absent = try node(entry("accepted", waitsForPerson: true))
        #expect(try PendingReport.text(absent, .test).contains("until whoever entered it signs in as mum again"))
    }

    @Test("a conflict that was decided names the one that has opened about the same since")
    func decidedAgain() throws {
        func text(_ next: String) throws -> String {
            try ConflictsReport.text(
                node(
                    """
                    {"conflict":1,"state":"resolved","account":"mum","child":{"name":"Al R","firstName":"Al"},"kind":"goal",
                     "record":"g","title":"Kite","field":"target","before":"40.00","mine":"45.00","server":"50.00",
                     "rule":"merge","result":"mine","value":null,"resolvedBy":"person","intent":"3fa20011",
                     "foundAt":"\(moment)","resolvedAt":"\(moment)","next":\(next)}
                    """), .test)
        }
        #expect(try text("2").contains("waits for you again: pocketbell conflicts show 2\n"))
        #expect(try !text("null").contains("next"))
    }

    @Test("why nothing is known is told with who changes that: whoever signs in, or a program that runs")
    func unread() throws {
        func said(_ problems: String, isRunning: Bool = true) throws -> String {
            try Unread(node(#"{"running":\#(isRunning),"problems":[\#(problems)]}"#)).sentence("No child is known yet")
        }
        let signIn =
            #"{"kind":"signInNeeded","subject":"mum","severity":"needsPerson","sentence":"mum must sign in","nextStep":"pocketbell login mum"}"#
        #expect(try said(signIn) == "No child is known yet: mum must sign in: pocketbell login mum")
        #expect(try said(signIn, isRunning: false).contains("pocketbell login mum"))
        #expect(try said("").contains("pocketbell status") && said("", isRunning: false).contains("pocketbell run"))
    }

    @Test("a reason stands below its account, unless the status tells it elsewhere")
    func reasons() throws {
        func text(_ problem: String, isRunning: Bool = true, _ reason: String = "the server is away") throws -> String {
            try StatusReport.text(
                node(
                    """
                    {"running":\(isRunning),"version":"1.2.3","startedAt":"\(moment)","balanced":true,"targets":[],
                     "accounts":[{"name":"mum","state":"waiting","reason":"\(reason)","lastScan":null}],
                     "counts":{"children":0,"transactions":0,"hints":0,"hintsOpen":0,"alerts":0},
                     "problems":[{"kind":"x","severity":"mendsItself","sentence":"\(problem)","nextStep":null}]}
                    """), .test)
        }
        #expect(try text("the disk is full").contains("mum      waiting\n    the server is away\n0 children"))
        #expect(!(try text("mum waits (the server is away)").contains("    the server")))
        #expect(!(try text("x", isRunning: false, "the program does not run").contains("    the program")))
    }

    @Test("one of something is said so, and what is due already is due now", arguments: ["moment", "earlier"])
    func one(_ due: String) throws {
        let time = due == "moment" ? "2026-03-14T15:09:00Z" : "2026-03-14T15:08:57Z"
        let text = try StatusReport.text(
            node(
                """
                {"running":true,"version":"1.2.3","startedAt":"\(moment)","balanced":true,
                 "accounts":[{"name":"mum","state":"live","reason":null,"lastScan":"\(moment)"}],
                 "counts":{"children":1,"transactions":1,"hints":1,"hintsOpen":1,"alerts":1},
                 "targets":[{"name":"chat","delivered":9,"queued":8,"attempting":7,"inDoubt":6,"skipped":5,"dead":4,
                   "discarded":3,"state":"failing","nextTryAt":"\(time)"}],"problems":[]}
                """), .test)
        #expect(text.contains("1 child, 1 transaction, 1 alert\n1 announcement of the hub: "))
        #expect(text.contains("failing, again now "), "\(text)")
    }

    @Test("a status ends by its worst problem; counts that do not add up are the program's own mistake")
    func statusOutcome() throws {
        func outcome(_ severities: [String], isBalanced: Bool = true) throws -> CommandOutcome {
            let problems = severities.map { "{\"severity\":\"\($0)\"}" }.joined(separator: ",")
            return try StatusReport.outcome(of: node("{\"balanced\":\(isBalanced),\"problems\":[\(problems)]}"))
        }
        #expect(try outcome([]) == .success && outcome(["mendsItself", "remark"]) == .success)
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
                """), .test)
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
            try StatusReport.text(node("{\(members)\"balanced\":true,\"problems\":[]}"), .test)
        }
    }
}
