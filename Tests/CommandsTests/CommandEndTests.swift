import Configuration
import Control
import Daemon
import JSON
import Runtime
import TestSupport
import Testing
import Values

@testable import Commands

/// How whole commands end; what they print is looked at where the program runs as a person starts it.
@Suite("Commands from beginning to end", .timeLimit(.minutes(1)))
struct CommandEndTests {
    private func hub(
        _ url: String, headers: [String] = [], tokenFile: String? = nil, caFile: String? = nil
    ) -> HubAddress {
        HubAddress(
            url: url, transport: nil, tokenFile: tokenFile, headers: headers, timeout: .seconds(5), caFile: caFile)
    }

    @Test(
        "a hub's address or header that is none is the command line's mistake", arguments: ["ftp://h", "", "http://"])
    func badHub(_ url: String) async {
        #expect(await HubTool.listen(hub(url), count: 1) == .usage)
        #expect(await HubTool.listen(hub("http://127.0.0.1:9/hub", headers: ["no header"]), count: 1) == .usage)
    }

    @Test("a token that cannot be read is a configuration that cannot be used, before anybody is asked")
    func badToken() async throws {
        let folder = try TemporaryFolder()
        let open = try folder.write("token\n", to: "open", mode: 0o644)
        for file in ["\(folder.path)/none", open] {
            #expect(await HubTool.listen(hub("http://127.0.0.1:9/hub", tokenFile: file), count: 1) == .badConfiguration)
        }
    }

    @Test("a hub that nobody serves is not available, for each of the commands")
    func noHub() async throws {
        let address = hub("http://127.0.0.1:9/hub")
        #expect(await HubTool.listen(address, count: 1) == .unavailable)
        #expect(await HubTool.invoke(address, method: "Add", arguments: ["1"]) == .unavailable)
        #expect(await HubTool.stream(address, method: "Count", arguments: []) == .unavailable)
    }

    @Test("a sample alert ends as its target took it")
    func targetTest() async throws {
        try await RunningFixture.with { fixture async throws in
            #expect(await TargetTest.run(fixture.context, target: "chat") == .success)
            #expect(await TargetTest.run(fixture.context, target: "house") == .unavailable)
        }
    }

    @Test("a sign-out reaches the program, and an account that it does not have is a wrong name")
    func signOut() async throws {
        try await RunningFixture.with { fixture async throws in
            #expect(await SignIn.forget(fixture.context, account: "mum") == .success)
            #expect(await SignIn.forget(fixture.context, account: "dad") == .usage)
        }
    }

    @Test("a sign-in gives the program the order with the password of the file, once")
    func signIn() async throws {
        let orders = Lock([String]())
        try await RunningFixture.with { order in
            orders.withLock { orders in order.withText { orders.append($0) } }
            return .value(["signedIn": true, "person": "Pat Reed", "role": "Parent", "server": "x", "account": "mum"])
        } _: { fixture async throws in
            let file = try fixture.folder.write("s3cret \nsecond line\n", to: "password")
            let request = SignInRequest(
                account: nil, server: "https://one.example", email: "mum@one.example", name: "mum",
                password: .file(file))
            #expect(await SignIn.run(fixture.context, request) == .success)
        }
        let order = try JSONValue(parsing: try #require(orders.withLock { $0.first }))
        let expected: JSONValue = [
            "server": "https://one.example", "email": "mum@one.example", "name": "mum", "password": "s3cret ",
        ]
        #expect(orders.withLock { $0.count } == 1 && order == expected)
    }

    @Test("a password file that others may read, or that is not there, ends the sign-in before anybody is asked")
    func badPasswordFile() async throws {
        let asked = Lock(0)
        try await RunningFixture.with { _ in
            asked.withLock { $0 += 1 }
            return .value(["signedIn": true])
        } _: { fixture async throws in
            let open = try fixture.folder.write("s3cret\n", to: "open", mode: 0o644)
            for file in [open, "\(fixture.folder.path)/none"] {
                let request = SignInRequest(
                    account: "mum", server: nil, email: nil, name: nil, password: .file(file))
                #expect(await SignIn.run(fixture.context, request) == .badConfiguration)
            }
        }
        #expect(asked.withLock { $0 } == 0)
    }

    @Test(
        "a configuration is checked with what it names, or its text alone",
        arguments: [
            ("targets: []\n", CommandOutcome.success, CommandOutcome.success),
            ("targets: 5\n", .badConfiguration, .badConfiguration),
            (
                "accounts:\n  - {name: mum, server: 'https://a.example', email: a@b, ca-file: /nonexistent/ca.pem}\n",
                .badConfiguration, .success
            ),
            (
                "targets:\n  - {name: chat, kind: slack, url: 'file:/nonexistent/hook'}\n", .badConfiguration,
                .success
            ),
        ])
    func check(_ text: String, _ whole: CommandOutcome, _ textAlone: CommandOutcome) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("state: \(folder.path)/state\n" + text, to: "config.yaml")
        let context = CommandContext(configurationFile: "/nonexistent/other.yaml", isJSON: false)
        #expect(await ConfigurationCheck.run(context, file: file, isTextAlone: false) == whole)
        #expect(await ConfigurationCheck.run(context, file: file, isTextAlone: true) == textAlone)
        #expect(await ConfigurationCheck.run(context, file: nil, isTextAlone: true) == .badConfiguration)
    }

    @Test("reports end with success where there is an answer, and with the refusal's end where not")
    func reports() async throws {
        try await RunningFixture.with { fixture async throws in
            let context = fixture.context
            #expect(await ChildrenReport.show(context) == .success)
            #expect(await StatusReport.show(context, follows: false) == .needsPerson)
            #expect(await TransactionsReport.show(context, ListFilter(), limit: 5) == .success)
            #expect(await TransactionsReport.show(context, ListFilter(child: "nobody"), limit: 5) == .usage)
            #expect(await TransactionsReport.show(context, ListFilter(), limit: 0) == .usage)
            #expect(await DeliveriesReport.list(context, ListFilter(), limit: 5) == .success)
            #expect(await DeliveriesReport.list(context, ListFilter(target: "nobody"), limit: 5) == .usage)
            #expect(await DeliveriesReport.explain(context, number: 7) == .usage)
            for action in [DeliveryOrder.Action.retry, .discard] {
                let (named, none) = ([7], ListFilter())
                #expect(
                    await DeliveryOrder(action, numbers: named, filter: none, isAgreed: true).run(context) == .usage)
                #expect(await DeliveryOrder(action, numbers: [], filter: none, isAgreed: true).run(context) == .usage)
            }
        }
    }

    @Test("whoever watches for a number of transactions ends with the last of them")
    func watch() async throws {
        try await RunningFixture.with(news: RunningFixture.news(3)) { fixture async throws in
            #expect(await TransactionsReport.watch(fixture.context, count: 2) == .success)
        }
    }
}
