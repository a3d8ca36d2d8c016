import HTTPServer
import TestSupport
import Testing

/// `pocketbell hub` against a genuine hub, and against what is none.
@Suite("The hub tool", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct HubToolTests {
    private func run(_ words: String...) async throws -> Installation.Answer {
        // Ten seconds are long for a person, and not for a machine that runs everything at once.
        let patience = words.contains("--timeout") ? [] : ["--timeout", "60s"]
        let process = try ChildProcess(
            Installation.program, ["hub"] + words + patience, environment: ["NO_COLOR": "1"])
        let status = try await process.waitForExit(within: .seconds(90))
        return Installation.Answer(status: status, output: process.output, errors: process.errors)
    }

    @Test("invokes, streams and listens")
    func works() async throws {
        let hub = try await ReferenceHub()
        let url = "\(hub.address)/hubs/conformance"
        #expect(try await run("invoke", url, "Add", "2", "3").output == "5\n")
        #expect(try await run("invoke", url, "Nothing").output == "null\n")
        #expect(
            try await run("invoke", url, "AddMoney", "0.1", "123456789012345678.02").output
                == "123456789012345678.12\n")
        #expect(try await run("stream", url, "Count", "3", "0").output == "0\n1\n2\n")
        let listener = try ChildProcess(Installation.program, ["hub", "listen", url, "--count", "2"])
        while !listener.output.contains("Tick") {
            _ = try await run("invoke", url, "SendAll", #""Tick""#, #"[1,"two"]"#)
        }
        _ = try await run("invoke", url, "SendAll", #""Tick""#, #"[1,"two"]"#)
        #expect(try await listener.waitForExit() == 0)
        let line = #"{"target":"Tick","arguments":[1,"two"]}"# + "\n"
        #expect(listener.output == line + line)
        try await hub.stop()
    }

    @Test("says what went wrong and ends with the right status")
    func mistakes() async throws {
        let hub = try await ReferenceHub()
        let page = try await WebhookReceiver { _ in .text("<html>Hello</html>", type: "text/html") }
        let url = "\(hub.address)/hubs/conformance"
        let cases: [(words: [String], status: Int32, says: String)] = [
            (["invoke", url, "Add", "2", "x"], 64, "an argument is not JSON"),
            (["invoke", url, "Add", "2"], 69, "Invocation provides 1 argument(s) but target expects 2"),
            (["invoke", url, "Nope"], 69, "Method does not exist"),
            (["invoke", url, "Fail", #""oops""#], 69, "oops"),
            (["stream", url, "CountThenFail", "2"], 69, "stream failed on purpose"),
            (["invoke", "--timeout", "500ms", url, "Slow", "5000"], 69, "--timeout"),
            (["invoke", "\(hub.address)/hubs/nowhere", "Add"], 69, "there is no hub at that path"),
            (["listen", "\(page.address)/"], 69, "is not a SignalR hub"),
            (["invoke", page.address.replacing("http:", with: "https:"), "Add"], 69, "does not speak TLS"),
            (["invoke", "http://127.0.0.1:1/x", "Add"], 69, "nothing listens"),
            (["invoke", "http://no-such-name.invalid/x", "Add"], 69, "was not found"),
            (["invoke", "\(hub.address)/hubs/family", "Add"], 77, "--token-file FILE"),
        ]
        for (words, status, says) in cases {
            let process = try ChildProcess(Installation.program, ["hub"] + words, environment: ["NO_COLOR": "1"])
            #expect(try await process.waitForExit() == status, "\(words)")
            #expect(process.errors.contains(says), "\(words): \(process.errors)")
            #expect(!process.errors.contains("mistake in the program"), "\(words)")
        }
        await page.close()
        try await hub.stop()
    }
}
