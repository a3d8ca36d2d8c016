@testable import SignalRProtocol

/// Answers to `negotiate`: what is taken can be answered again, and a redirection leads to a URL that stays one.
enum FuzzNegotiate {
    static func run(_ input: [UInt8]) throws {
        if let url = try? HubURL(String(decoding: input, as: UTF8.self)) { try check(url) }
        guard let reply = try? NegotiateReply(input.span) else { return }
        switch reply {
        case .connection(let connection):
            try promise(!connection.connectionToken.isEmpty, "a connection has no token")
            var expected = connection
            expected.usesStatefulReconnect = false
            var again = try NegotiateReply(connection.reply(version: 1).span)
            if case .connection(var connection) = again {
                connection.usesStatefulReconnect = false
                again = .connection(connection)
            }
            try promise(again == .connection(expected), "an answer changes when it is written and read")
            _ = try? connection.transport(of: [.webSockets, .longPolling])
        case .redirect:
            var flow = NegotiateFlow(try HubURL("https://hub.example.org/hub"))
            if (try? flow.received(reply)) == .some(nil) {
                try promise(flow.url.isSecure, "a redirection leaves https")
                try check(flow.url)
            }
        }
    }

    private static func check(_ url: HubURL) throws {
        try promise(try HubURL(url.text) == url, "a URL changes when it is written and read")
        _ = try HubURL(url.negotiation.text)
        _ = try HubURL(url.connection(token: "a b&c").text)
    }
}
