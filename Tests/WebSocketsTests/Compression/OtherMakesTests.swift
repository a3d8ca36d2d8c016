import Glibc
import HTTPServer
import SocketTestSupport
import TestSupport
import Testing

@testable import WebSockets

/// Compression with two Python libraries at the other end: websockets and aiohttp. `.ci/install-servers` installs them.
@Suite(
    "Compression with other makes", .serialized,
    .enabled(if: OtherMake.isInstalled, ".ci/install-servers installs the other makes"))
struct OtherMakesTests {
    /// Client and server keep their contexts or not, and say how large a window they want.
    static let parameters = [
        "", "server_no_context_takeover=True", "client_no_context_takeover=True",
        "server_no_context_takeover=True,client_no_context_takeover=True",
        "server_max_window_bits=10,client_max_window_bits=9",
    ]

    @Test("our server understands websockets", .timeLimit(.minutes(2)), arguments: parameters, [true, false])
    func serverOfWebsockets(_ parameters: String, _ keepsContext: Bool) async throws {
        let agreed = try await called(by: ["websockets"], parameters, keepsContext)
        #expect(agreed.hasPrefix("agreed True") || agreed.hasPrefix("agreed False"))
        if !keepsContext { #expect(agreed.hasPrefix("agreed True True")) }
        if keepsContext, parameters.isEmpty { #expect(agreed == "agreed False False 15 15") }
        if parameters.contains("bits") { #expect(agreed.hasSuffix("10 9")) }
    }

    @Test("our server understands aiohttp", .timeLimit(.minutes(2)), arguments: [true, false])
    func serverOfAiohttp(_ keepsContext: Bool) async throws {
        #expect(try await called(by: ["aiohttp"], "", keepsContext) == "agreed something")
    }

    @Test("our client understands websockets", .timeLimit(.minutes(2)), arguments: parameters, [true, false])
    func clientOfWebsockets(_ parameters: String, _ keepsContext: Bool) async throws {
        let agreed = try await call("websockets", parameters, keepsContext)
        #expect(agreed.hasPrefix("agreed True") || agreed.hasPrefix("agreed False"))
        if !keepsContext { #expect(agreed.hasPrefix("agreed True True")) }
        if keepsContext, parameters.isEmpty { #expect(agreed == "agreed False False 15 15") }
        if parameters.contains("bits") { #expect(agreed.hasSuffix("9 10")) }
    }

    @Test("our client understands aiohttp", .timeLimit(.minutes(2)), arguments: [true, false])
    func clientOfAiohttp(_ keepsContext: Bool) async throws {
        #expect(try await call("aiohttp", "", keepsContext).hasPrefix("agreed"))
    }

    /// Has the other make call our server; what it agreed on.
    private func called(by words: [String], _ parameters: String, _ keepsContext: Bool) async throws -> String {
        var agreed = ""
        try await withServer { _ in
            .webSocket(compression: DeflateAgreementTests.wish(keepsContext: keepsContext)) {
                try await WebSocketTests.echo($0)
            }
        } body: { _, _, port in
            let other = try OtherMake.run(["call"] + words + ["\(port)", parameters])
            #expect(try await other.waitForExit(within: .seconds(60)) == 0, "\(other.errors)")
            agreed = other.output.split(separator: "\n").first.map(String.init) ?? other.errors
        }
        return agreed
    }

    /// Calls a server of the other make; what it agreed on.
    private func call(_ library: String, _ parameters: String, _ keepsContext: Bool) async throws -> String {
        let other = try OtherMake.run(["serve", library, parameters])
        defer { other.signal(SIGTERM) }
        try await other.waitForOutput("port ")
        let port = try #require(
            other.output.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
        try await withLoop { loop in
            var options = WebSocketOptions(host: "127.0.0.1", port: port)
            options.compression = DeflateAgreementTests.wish(keepsContext: keepsContext)
            let client = try await WebSocketConnection.connect(loop, options)
            var messages = client.messages.makeAsyncIterator()
            let text = Array(String(repeating: #"{"type":1,"target":"TransactionCreated"}"#, count: 20).utf8)
            let random = (0..<5000).map { _ in UInt8.random(in: 0...255) }
            for (bytes, isText) in [
                ([], true), (text, true), (random, false), (text, true), ([UInt8](repeating: 0, count: 900_000), false),
                (Array(text.prefix(150)), true), (text + text, true),
            ] as [([UInt8], Bool)] {
                try await client.send(bytes, text: isText)
                #expect(try await messages.next() == WebSocketMessage(bytes: bytes, isText: isText))
            }
            await client.close()
        }
        try await other.waitForOutput("agreed")
        return other.output.split(separator: "\n").first { $0.hasPrefix("agreed") }.map(String.init) ?? ""
    }
}

private enum OtherMake {
    static let isInstalled = RealParts.hasServer("aiosignalr")

    static func run(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(
            RealParts.python(of: "aiosignalr"),
            ["\(RealParts.packageFolder)/Tests/WebSocketsTests/Peers/peer.py"] + arguments)
    }
}
