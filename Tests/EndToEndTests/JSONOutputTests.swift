import HTTPClient
import HTTPServer
import JSON
import TestSupport
import TestWaiting
import Testing

/// What `--json` prints is what docs/json.schema.json promises, no less and no more.
@Suite("Output as JSON", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct JSONOutputTests {
    private static let file = Result {
        try JSONValue(parsing: TextFile.read("\(RealParts.packageFolder)/docs/json.schema.json"))
    }

    /// Which shape each command prints. A new command with `--json` gets its line here, a shape in the schema and a
    /// heading in docs/json.md.
    private static let shapes = [
        "status": "status", "sync": "progress", "account list": "account", "target list": "target", "children": "child",
        "family": "member", "allowance show": "allowance", "allowance history": "allowanceChange",
        "chores list": "chore",
        "chores history": "completion", "goals list": "goal", "wishlist list": "wish", "savings list": "savings",
        "savings history": "savingsMovement", "budgets": "budget", "categories": "category",
        "notifications list": "notification",
        "report months": "month", "report spending": "share", "report balance": "dayBalance",
        "report savings": "savingsMonth",
        "transactions": "transaction", "watch": "transaction", "deliveries list": "delivery",
        "deliveries explain": "history", "deliveries retry": "handled", "deliveries discard": "handled",
        "add": "entry", "chores add": "entry", "chores done": "entry",
        "chores approve": "entry", "chores reject": "entry", "pending list": "entry", "pending show": "entry",
        "pending edit": "entry", "conflicts list": "conflict", "conflicts show": "conflict",
        "conflicts resolve": "conflict",
        "wishlist add": "entry", "wishlist edit": "entry", "wishlist buy": "entry", "wishlist remove": "entry",
        "goals add": "entry", "goals edit": "entry", "goals deposit": "entry", "goals withdraw": "entry",
        "goals remove": "entry", "allowance set": "entry", "allowance pause": "entry", "allowance resume": "entry",
        "allowance settings": "entry", "notifications read": "entry",
        "pending retry": "handledEntries", "pending discard": "handledEntries", "target test": "test",
        "drill": "drill", "preview": "preview", "explain": "explained", "rules test": "ruleTrial",
        "pending export": "written", "pending import": "imported",
        "login": "signedIn", "logout": "signedOut", "doctor": "finding",
        "backup": "copy", "restore": "copy", "cache show": "held", "cache refresh": "progress",
        "cache clear": "forgotten", "cache purge": "forgotten",
        "token create": "token", "token list": "token", "token revoke": "ended",
        "silence": "silence", "silences list": "silence", "silences end": "ended", "seen": "marked",
        "open": "link", "browsers list": "browser", "browsers sign-out": "signedOutBrowsers",
    ]

    /// As a webhook would get it.
    private static let event = """
        {"type": "problem.began", "timestamp": "2026-11-25T09:18:00Z", "data": {"problem": {
          "kind": "disk-full", "subject": null, "sentence": "the disk is full", "since": "2026-11-25T09:00:00Z"}}}
        """

    /// Those that list what the simulated family has.
    private static let records: Set = [
        "family", "allowance show", "allowance history", "chores list", "chores history", "goals list", "savings list",
        "savings history", "budgets", "categories", "notifications list",
    ]

    /// What prints JSON without being asked to by `--json`.
    private static let others = ["hub listen": "invocation", "run --log-format json": "logRecord"]

    @Test("every command with --json has its shape, and every shape a command that prints it")
    func complete() async throws {
        let tool = try Installation("")
        #expect(try await commands(of: tool, below: []) == Set(Self.shapes.keys))
        let offered = try Set(JSONSchema.offered(by: Self.file.get()))
        #expect(offered == Set(Self.shapes.values).union(Self.others.values))
        let page = try TextFile.read("\(RealParts.packageFolder)/docs/json.md")
        let silent = ["hub invoke", "hub stream"]
        #expect(headings(of: page) == Set(Self.shapes.keys).union(Self.others.keys).union(silent))
    }

    /// The commands that a page has a heading for: of ``## `deliveries retry`, `discard` `` two.
    private func headings(of page: String) -> Set<String> {
        let lines = page.split(separator: "\n").filter { $0.hasPrefix("## `") }
        return Set(
            lines.flatMap { line in
                let names = line.split(separator: "`").filter { !["## ", ", "].contains($0) }
                let group = names[0].split(separator: " ").dropLast()
                return names.enumerated().map { index, name in
                    index == 0 ? String(name) : (group + [name]).joined(separator: " ")
                }
            })
    }

    /// The commands that take `--json`, as the help pages have them.
    private func commands(of tool: Installation, below path: [String]) async throws -> Set<String> {
        let page = try await ChildProcess.output(of: Installation.program, path + ["--help"])
        guard page.contains("\nCommands:\n") else {
            return page.contains("--json ") ? [path.joined(separator: " ")] : []
        }
        let rows = page.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != "Commands:" }.dropFirst()
        var found: Set<String> = []
        for row in rows.prefix(while: { !$0.isEmpty }) where row.hasPrefix("  ") && !row.dropFirst(2).hasPrefix(" ") {
            let name = row.dropFirst(2).prefix { $0 != " " }
            found.formUnion(try await commands(of: tool, below: path + [String(name)]))
        }
        return found
    }

    @Test("every command keeps to its shape, with and without a running program; jq takes every time")
    func schema() async throws {
        let board = Switchboard()
        board.set("/house", HTTPResponse(.internalServerError))
        let family = try await Family(answer: board.answer)
        let home = family.installation
        var printed = Printed()
        let watcher = try await family.start(until: "live")
        let watch = try home.start("watch", "-n", "1", "--json")
        let listener = try ChildProcess(
            Installation.program, ["hub", "listen", "\(family.hub.address)/hubs/conformance", "--count", "1"])
        while !listener.output.contains("Tick") {
            _ = try await ChildProcess.output(
                of: Installation.program,
                ["hub", "invoke", "\(family.hub.address)/hubs/conformance", "SendAll", #""Tick""#, "[1]"])
        }
        printed.add("hub listen", listener.output)
        while watch.output.isEmpty {
            try await family.hub.createTransaction(amount: "1.50", type: "Debit", description: "Schema")
        }
        printed.add("watch", watch.output)
        try await home.waitForStatus { ($0.count("delivered") ?? 0) >= 3 }
        try await home.waitForRecords("wishlist list", "goals list", "allowance show")
        printed.add("sync", try await home.run("sync", "--json").output)
        printed.add("cache refresh", try await home.run("cache", "refresh", "--json").output)
        try await ask(home, &printed)
        printed.add("drill", try await home.run("drill", "--json").output)
        printed.add("deliveries discard", try await home.run("deliveries", "discard", "1", "--json").output)
        try await family.end(watcher)
        try await enter(home, &printed)
        try await contest(family, &printed)
        try await ask(home, &printed)
        try await records(&printed)
        printed.add("login", try await signIn(home))
        printed.add("cache clear", try await home.run("cache", "clear", "--json").output)
        printed.add("restore", try await home.run("restore", "\(home.folder.path)/copy", "--json").output)
        printed.add("logout", try await home.run("logout", "watched", "--json").output)
        printed.add("run --log-format json", try await log(of: home))
        try printed.expect(Self.file.get(), Self.shapes.merging(Self.others) { $1 })
        try await printed.expectJQ()
    }

    /// Nothing runs that would send it.
    private func enter(_ home: Installation, _ printed: inout Printed) async throws {
        let said = try await home.run("add", "Alice", "-1.50", "Schema", "--json").output
        printed.add("add", said)
        try await order(home, &printed)
        let id = try #require(try JSONValue(parsing: said).text("intent"))
        printed.add("pending list", try await home.run("pending", "--json").output)
        printed.add("pending show", try await home.run("pending", "show", String(id.prefix(8)), "--json").output)
        printed.add("pending edit", try await home.run("pending", "edit", id, "--amount", "+2.00", "--json").output)
        printed.add("transactions", try await home.run("transactions", "--json").output)
        let file = "\(home.folder.path)/unsent.json"
        printed.add("pending export", try await home.run("pending", "export", file, "--json").output)
        let damaged = try TextFile.read(file) + "{}\n"
        printed.add("pending import", try await home.run("pending", "import", "-", "--json", input: damaged).output)
        printed.add("pending retry", try await home.run("pending", "retry", id, "--json").output)
        printed.add("pending discard", try await home.run("pending", "discard", id, "--json").output)
        printed.add("pending discard", try await home.run("pending", "discard", id, "--json").output)
    }

    /// Of a program that does not run, and that has a target for desktops.
    private func printTokens(_ printed: inout Printed) async throws {
        let home = try Installation("targets: [{name: mum, kind: desktops}]\n")
        printed.add("token create", try await home.run("token", "create", "--desktop", "mum", "--json").output)
        printed.add("token create", try await home.run("token", "create", "--feed", "--json").output)
        printed.add("token list", try await home.run("token", "list", "--json").output)
        printed.add("token revoke", try await home.run("token", "revoke", "1", "--json").output)
    }

    /// Somebody else has changed the allowance for which an order waits.
    private func contest(_ family: Family, _ printed: inout Printed) async throws {
        let home = family.installation
        try await OtherApp(at: family.hub.address).send(
            .put, "/children/\(ReferenceHub.alice)/allowance", ["weeklyAllowance": 9])
        let watcher = try await family.start(until: "live")
        try await eventually("a conflict", every: .milliseconds(200)) {
            try await !home.json("conflicts", "list").isEmpty
        }
        printed.add("conflicts list", try await home.run("conflicts", "--json").output)
        printed.add("conflicts show", try await home.run("conflicts", "show", "1", "--json").output)
        let resolved = try await home.run("conflicts", "resolve", "1", "--keep", "server", "--json")
        printed.add("conflicts resolve", resolved.output)
        try await family.end(watcher)
    }

    /// Every order about a record; what of them nobody can mean at this server prints nothing, and is left out.
    private func order(_ home: Installation, _ printed: inout Printed) async throws {
        let orders: [(String, [String])] = [
            ("wishlist add", ["Alice", "Kite", "--price", "12.50"]),
            ("wishlist edit", ["Board game", "--child", "Alice", "--price", "3"]),
            ("wishlist buy", ["Board game", "--child", "Alice"]),
            ("wishlist remove", ["Board game", "--child", "Bruno"]),
            ("goals add", ["Alice", "Boat", "--target", "99"]), ("goals edit", ["New bicycle", "--target", "130"]),
            ("goals deposit", ["New bicycle", "1"]), ("goals withdraw", ["New bicycle", "1"]),
            ("goals remove", ["Telescope"]), ("allowance set", ["Alice", "7.50"]),
            ("allowance pause", ["Alice", "--reason", "Holiday"]), ("allowance resume", ["Alice"]),
            ("allowance settings", ["Alice", "--may-owe", "yes"]),
        ]
        for (command, words) in orders {
            let said = try await home.run(command.split(separator: " ").map(String.init) + words + ["--json"])
            #expect(said.status == 0, "\(command): \(said.errors)")
            printed.add(command, said.output)
        }
    }

    private func ask(_ home: Installation, _ printed: inout Printed) async throws {
        for words in [
            "status", "account list", "target list", "children", "transactions", "deliveries list", "doctor",
            "cache show", "cache purge", "wishlist list", "report months", "report spending", "report balance",
            "report savings",
        ] {
            printed.add(words, try await home.run(words.split(separator: " ").map(String.init) + ["--json"]).output)
        }
        printed.add("seen", try await home.run("seen", "--all", "--json").output)
        let link = try await home.run("open", "--json").output
        printed.add("open", link)
        // Without a running program nobody can be signed in, and who was is listed.
        if !link.isEmpty {
            let url = try HTTPURL(try JSONNode(JSONValue(parsing: link)).required("url").string())
            #expect(try await HTTPClient().send(HTTPClientRequest(.get, url)).status == 200)
        }
        printed.add("browsers list", try await home.run("browsers", "list", "--json").output)
        printed.add("browsers sign-out", try await home.run("browsers", "sign-out", "--all", "--json").output)
        printed.add("silence", try await home.run("silence", "house", "2h", "--json").output)
        let silences = try await home.run("silences", "--json").output
        printed.add("silences list", silences)
        let number = try JSONNode(JSONValue(parsing: silences)).required("number").int()
        printed.add("silences end", try await home.run("silences", "end", "\(number)", "--json").output)
        try await printTokens(&printed)
        printed.add("preview", try await home.run("preview", "everything", "--json").output)
        let copy = "\(home.folder.path)/copy"
        printed.add("backup", try await home.run("backup", "--force", copy, "--json").output)
        printed.add("explain", try await home.run("explain", "1", "--json").output)
        let event = "\(home.folder.path)/event.json"
        try TextFile.write(Array(Self.event.utf8), to: event, mode: 0o600)
        // Which file it is about is said without an option.
        let trial = try ChildProcess(
            Installation.program, ["rules", "test", home.configuration, "--event", event, "--json"])
        #expect(try await trial.waitForExit() == 0, "\(trial.errors)")
        printed.add("rules test", trial.output)
        printed.add("deliveries explain", try await home.run("deliveries", "explain", "1", "--json").output)
        printed.add("deliveries retry", try await home.run("deliveries", "retry", "1", "9999", "--json").output)
        for target in ["house", "slack"] {
            printed.add("target test", try await home.run("target", "test", target, "--json").output)
        }
    }

    /// What only the simulated family has something of, with a program that runs and without; wishes are the genuine server's.
    private func records(_ printed: inout Printed) async throws {
        let server = try await DemoServer()
        let home = try Installation("targets: []\n")
        for (email, name) in [("parent@example.com", "family"), ("child1@example.com", "alice")] {
            let login = try await home.run(
                "login", "--server", server.address, "--email", email, "--name", name, "--password-stdin",
                input: DemoServer.password + "\n")
            #expect(login.status == 0, "\(login)")
        }
        let watcher = try home.start("run")
        try await home.waitForRecords("notifications list", "chores history")
        try await askForRecords(home, &printed)
        printed.add("notifications read", try await home.run("notifications", "read", "--all", "--json").output)
        watcher.signal(15)
        _ = try await watcher.waitForExit()
        try await askForRecords(home, &printed)
        try await chores(home, &printed)
        try await server.stop()
    }

    /// Nothing runs that would send it.
    private func chores(_ home: Installation, _ printed: inout Printed) async throws {
        let chore = try #require(try await home.json("chores", "--child", "Alice").first?.text("id"))
        let done = try #require(try await home.json("chores", "history").first { $0["state"] == "pendingApproval" })
        let id = try #require(done.text("id"))
        for words in [["add", "Alice", "Lawn", "--reward", "1"], ["done", chore], ["approve", id], ["reject", id]] {
            let output = try await home.run(["chores"] + words + ["--json"]).output
            printed.add("chores \(words[0])", output)
            guard words[0] == "approve" else { continue }
            // While it is open the opposite is refused.
            let intent = try #require(try JSONValue(parsing: output).text("intent"))
            #expect(try await home.run("pending", "discard", intent).status == 0)
        }
    }

    private func askForRecords(_ home: Installation, _ printed: inout Printed) async throws {
        for command in Self.shapes.keys where Self.records.contains(command) {
            printed.add(command, try await home.run(command.split(separator: " ").map(String.init) + ["--json"]).output)
        }
    }

    private func signIn(_ home: Installation) async throws -> String {
        try await home.run("login", "watched", "--password-stdin", "--json", input: "password123\n").output
    }

    private func log(of home: Installation) async throws -> String {
        let process = try home.start("run", "--log-format", "json")
        try await eventually("nothing was logged") { process.errors.contains("\n") }
        process.signal(15)
        _ = try await process.waitForExit()
        return process.errors
    }

    @Test("the checker finds what differs, what is missing and what nobody has written down")
    func checker() throws {
        let schema = try JSONSchema(Self.file.get(), definition: "finding")
        let good: JSONValue = ["name": "a", "state": "good", "message": "m", "hint": nil]
        #expect(schema.mistakes(in: good) == [])
        let bad: JSONValue = ["name": 5, "state": "splendid", "hint": "x", "more": 1]
        #expect(schema.mistakes(in: bad).count == 4)
        let child = try JSONSchema(Self.file.get(), definition: "childName")
        #expect(child.mistakes(in: .null) == [] && child.mistakes(in: [:]).count == 3)
        let target = try JSONSchema(Self.file.get(), definition: "target")
        let missing = target.mistakes(in: ["name": "a", "queued": 1, "lost": 2])
        #expect(missing.contains("$.lost is not in the schema") && missing.contains("$: kind is missing"))
    }
}

/// What commands have printed, line by line.
private struct Printed {
    private var lines: [(command: String, text: String)] = []

    mutating func add(_ command: String, _ output: String) {
        lines += output.split(separator: "\n").map { (command, String($0)) }
    }

    func expect(_ schema: JSONValue, _ shapes: [String: String]) throws {
        for (command, shape) in shapes.sorted(by: { $0.key < $1.key }) {
            let own = lines.filter { $0.command == command }
            #expect(!own.isEmpty, "\(command) printed nothing")
            let definition = try JSONSchema(schema, definition: shape)
            for line in own {
                let mistakes = definition.mistakes(in: try JSONValue(parsing: line.text))
                #expect(mistakes == [], "\(command): \(line.text)")
            }
        }
    }

    /// Every time that a command prints goes through `fromdateiso8601`, and comes back as it was.
    func expectJQ() async throws {
        let filter =
            #"[.. | strings | select(test("^[0-9]{4}-[0-9]{2}-[0-9]{2}T"))] | map(fromdateiso8601 | todateiso8601) == ."#
        let text = lines.filter { !$0.command.hasPrefix("run") }.map { $0.text + "\n" }.joined()
        #expect(text.contains("T"))
        guard let jq = try? ChildProcess("jq", ["-c", filter], input: text) else { return }
        let status = try await jq.waitForExit()
        #expect(status == 0, "\(jq.errors)")
        #expect(Set(jq.output.split(separator: "\n")) == ["true"])
    }
}

extension ChildProcess {
    /// What a program prints until it ends.
    fileprivate static func output(of program: String, _ words: [String]) async throws -> String {
        let process = try ChildProcess(program, words, environment: ["NO_COLOR": "1", "COLUMNS": "100"])
        _ = try await process.waitForExit()
        return process.output
    }
}
