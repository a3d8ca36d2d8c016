import HTTPServer
import Runtime
import SignalRClient
import SignalRServer
import Testing

@Suite("Hub client: compression")
struct HubCompressionTests {
    private static let offers: [(HubCompression?, String?)] = [
        (nil, nil),
        (
            .eachMessage,
            "permessage-deflate; server_no_context_takeover; client_no_context_takeover; client_max_window_bits"
        ), (.acrossMessages, "permessage-deflate; server_max_window_bits=12; client_max_window_bits"),
    ]

    @Test(
        "offers what its options say, and calls with a hub that agrees or doesn't", .timeLimit(.minutes(1)),
        arguments: offers, [nil, .eachMessage, .acrossMessages] as [HubCompression?])
    func calls(_ row: (HubCompression?, String?), _ answered: HubCompression?) async throws {
        let seen = Collected<String?>()
        var configuration = HubConfiguration()
        configuration.compression = answered
        configuration.maximumMessageBytes = 1 << 20
        let hub = Hub(configuration)
        hub.on("Echo", parameters: 1) { try $0.arguments.json(0) }
        let hubs = HubServer(["/hub": hub])
        try await withServer { request in
            if request.headers["Upgrade"] != nil { seen.add(request.headers["Sec-WebSocket-Extensions"]) }
            return await hubs.response(to: request) ?? .notFound
        } body: { origin in
            try await withConnection("\(origin)/hub") { options in
                options.compression = row.0
                options.transports = [.webSockets]
            } _: { connection in
                try await connection.start()
                for count in [0, 10, 1000, 50_000, 1000] {
                    let text = String(repeating: "pocket money ", count: count)
                    #expect(try await connection.invoke("Echo", json: ["\"\(text)\""]) == "\"\(text)\"")
                }
            }
            hubs.stop()
        }
        #expect(seen.all == [row.1])
    }

    @Test(
        "a genuine hub doesn't agree, and is talked to without", .timeLimit(.minutes(2)),
        .enabled(if: ReferenceHub.program != nil, "the reference hub is not at hand"))
    func genuine() async throws {
        let origin = try #require(ReferenceHub.origin)
        try await withConnection("\(origin)/hubs/conformance") { options in
            options.compression = .acrossMessages
            options.transports = [.webSockets]
        } _: { connection in
            try await connection.start()
            #expect(try await connection.invoke("Transport", json: []) == "\"WebSockets\"")
            #expect(try await connection.invoke("Big", json: ["300000"]).utf8.count == 300_002)
        }
    }
}
