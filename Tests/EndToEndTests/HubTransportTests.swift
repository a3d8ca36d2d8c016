import TestSupport
import Testing

/// `pocketbell hub` over each transport, against the genuine server's hubs that have only this one.
@Suite("The hub tool's transports", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"))
struct HubTransportTests {
    static let transports = [
        ("websockets", "ws", "WebSockets"), ("sse", "sse", "ServerSentEvents"), ("polling", "poll", "LongPolling"),
    ]

    private func run(_ words: [String], input: String? = nil) async throws -> Installation.Answer {
        // Ten seconds are long for a person, and not for a machine that runs everything at once.
        let patience = words.contains("--timeout") ? [] : ["--timeout", "60s"]
        let process = try ChildProcess(
            Installation.program, ["hub"] + words + patience, environment: ["NO_COLOR": "1"], input: input)
        let status = try await process.waitForExit(within: .seconds(90))
        return Installation.Answer(status: status, output: process.output, errors: process.errors)
    }

    @Test("invokes, streams and listens, with header, token and time limit", arguments: transports)
    func works(_ option: String, _ hub: String, _ name: String) async throws {
        let server = try await ReferenceHub()
        let url = "\(server.address)/hubs/conformance-\(hub)"
        let transport = ["--transport", option]
        // Also without the option: it is the one that this hub has.
        for options in [transport, []] {
            #expect(try await run(["invoke"] + options + [url, "Transport"]).output == "\"\(name)\"\n")
        }
        #expect(
            try await run(["invoke"] + transport + ["--header", "X-Odd: 1; 2", url, "Header", #""x-odd""#]).output
                == "\"1; 2\"\n")
        let folder = try TemporaryFolder()
        let file = try folder.write("sesame\n", to: "token")
        for (tokenFile, input) in [(file, nil), ("-", "sesame\n")] {
            #expect(
                try await run(
                    ["invoke"] + transport + ["--token-file", tokenFile, url, "Header", #""Authorization""#],
                    input: input
                ).output == "\"Bearer sesame\"\n")
        }
        let late = try await run(["invoke"] + transport + ["--timeout", "500ms", url, "Slow", "5000"])
        #expect(late.status == 69 && late.errors.contains("--timeout"), "\(late)")
        #expect(try await run(["stream"] + transport + [url, "Count", "3", "1"]).output == "0\n1\n2\n")
        let listener = try ChildProcess(
            Installation.program, ["hub", "listen"] + transport + [url, "--count", "2"])
        while !listener.output.contains("Tick") {
            _ = try await run(["invoke"] + transport + [url, "SendAll", #""Tick""#, #"[1,"two"]"#])
        }
        _ = try await run(["invoke"] + transport + [url, "SendAll", #""Tick""#, #"[1,"two"]"#])
        #expect(try await listener.waitForExit() == 0)
        let line = #"{"target":"Tick","arguments":[1,"two"]}"# + "\n"
        #expect(listener.output == line + line)
        try await server.stop()
    }

    @Test("says what the hub offers when that is not what was asked for")
    func refused() async throws {
        let server = try await ReferenceHub()
        let answer = try await run(
            ["invoke", "--transport", "sse", "\(server.address)/hubs/conformance-poll", "Add", "1", "1"])
        #expect(answer.status == 69)
        #expect(answer.errors.contains("LongPolling") && answer.errors.contains("ServerSentEvents"), "\(answer.errors)")
        try await server.stop()
    }
}
