import HTTPServer
import Runtime
import Testing

@testable import SignalRServer

@Suite("Hub server: compression")
struct HubCompressionTests {
    private static func configuration(_ compression: HubCompression?) -> HubConfiguration {
        var configuration = HubConfiguration()
        configuration.compression = compression
        configuration.allowsStatefulReconnect = true
        configuration.maximumParallelCalls = 8
        return configuration
    }

    @Test(
        "the official client's WebSockets agree to it, or not, and every feature passes", .timeLimit(.minutes(3)),
        .enabled(if: ReferenceClient.program != nil, "the reference client or node is not at hand"),
        arguments: [
            (HubCompression.eachMessage, "permessage-deflate; server_no_context_takeover; client_no_context_takeover"),
            (.acrossMessages, "permessage-deflate; server_max_window_bits=12; client_max_window_bits=12"), (nil, ""),
        ] as [(HubCompression?, String)])
    func officialClient(_ compression: HubCompression?, _ agreed: String) async throws {
        try await withHub(conformanceHub(Self.configuration(compression))) { port in
            let url = "http://127.0.0.1:\(port)/hub"
            let script = try await onThread { ReferenceClient.run(Self.script, url) }
            #expect(script == ["extensions: \(agreed)", "echoed 40 of 40"])
            guard compression != nil else { return }
            let lines = try await onThread { ReferenceClient.check(url, "WebSockets") }
            #expect(lines.filter { $0.hasPrefix("FAIL") }.isEmpty)
            #expect(lines.last == "30 passed, 0 failed")
        }
    }

    /// Calls a method with texts that get longer, by Node's ws without the hub's client.
    private static let script = """
        const WebSocket = require("ws");
        const socket = new WebSocket(process.argv[1].replace("http", "ws"));
        const text = i => "pocket money ".repeat(i * i);
        let right = 0, isOpen = false;
        socket.on("upgrade", response =>
            console.log("extensions: " + (response.headers["sec-websocket-extensions"] || "")));
        socket.on("open", () => socket.send('{"protocol":"json","version":1}\\u{1e}'));
        socket.on("message", data => {
            for (const record of data.toString().split("\\u{1e}").filter(r => r)) {
                const message = JSON.parse(record);
                if (!isOpen) {
                    isOpen = true;
                    for (let i = 0; i < 40; i++)
                        socket.send(JSON.stringify(
                            { type: 1, target: "Echo", arguments: [text(i)], invocationId: `${i}` }) + "\\u{1e}");
                } else if (message.type === 3) {
                    if (message.result === text(+message.invocationId)) right++;
                    if (message.invocationId !== "39") continue;
                    console.log(`echoed ${right} of 40`);
                    socket.close();
                }
            }
        });
        socket.on("error", error => { console.log(`wrong: ${error}`); process.exit(1); });
        """

    private func onThread(_ body: @escaping @Sendable () -> [String]) async throws -> [String] {
        try await withCheckedThrowingContinuation { continuation in
            do {
                _ = try ServiceThread(name: "reference-client") { continuation.resume(returning: body()) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
