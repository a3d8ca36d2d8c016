import JSON
import SignalRProtocol
import Testing

@Suite("Negotiation")
struct NegotiationTests {
    private let offers =
        #"[{"transport":"WebSockets","transferFormats":["Text","Binary"]},{"transport":"New","transferFormats":["Text"],"x":1}]"#

    private func reply(_ text: String) throws(HubProtocolError) -> NegotiateReply {
        let bytes = Array(text.utf8)
        return try NegotiateReply(bytes.span)
    }

    private func connection(_ text: String) throws -> NegotiatedConnection {
        guard case .connection(let connection) = try reply(text) else { throw HubProtocolError(.missing("")) }
        return connection
    }

    @Test("of version 1 gives a token of its own")
    func versionOne() throws {
        let connection = try connection(
            #"{"negotiateVersion":1,"connectionId":"pub","connectionToken":"sec","availableTransports":\#(offers),"new":[{}]}"#
        )
        #expect(connection.connectionID == "pub")
        #expect(connection.connectionToken == "sec")
        #expect(try connection.transport(of: [.webSockets, .longPolling]) == .webSockets)
        #expect(
            throws: HubProtocolError(.noCommonTransport(offered: ["WebSockets", "New"], enabled: ["ServerSentEvents"]))
        ) {
            try connection.transport(of: [.serverSentEvents])
        }
    }

    @Test("of version 0 uses the connection's id as token")
    func versionZero() throws {
        let connection = try connection(
            #"{"connectionId":"pub","connectionToken":"ignored","availableTransports":\#(offers)}"#)
        #expect(connection.connectionToken == "pub")
    }

    @Test("passes over transports that carry no text")
    func binaryOnly() throws {
        let connection = try connection(
            #"{"connectionId":"a","availableTransports":[{"transport":"WebSockets","transferFormats":["Binary"]},{"transport":"LongPolling","transferFormats":["Text"]}]}"#
        )
        #expect(try connection.transport(of: Set(HubTransport.allCases)) == .longPolling)
    }

    @Test(
        "tells failures apart",
        arguments: [
            (#"{"error":"no","url":"https://x"}"#, HubProtocolError.Kind.negotiationRefused("no")),
            (#"{"ProtocolVersion":"1.5","ConnectionId":"x"}"#, .legacyServer),
            (#"{"protocolVersion":"1.5","connectionId":"x"}"#, .legacyServer),
            (#"{"negotiateVersion":1,"connectionId":"a","availableTransports":[]}"#, .missing("connectionToken")),
            (#"{"negotiateVersion":1,"connectionId":"a","connectionToken":"b"}"#, .missing("availableTransports")),
            (#"{}"#, .missing("connectionId")),
            ("<html>", .malformed(JSONError(.unexpectedByte(UInt8(ascii: "<")), at: 0))),
            ("", .malformed(JSONError(.unexpectedEnd, at: 0))),
        ])
    func failures(_ text: String, _ kind: HubProtocolError.Kind) {
        #expect(throws: HubProtocolError(kind)) { try reply(text) }
    }

    @Test("refuses each truncation of an answer")
    func truncations() {
        let text = Array(
            #"{"negotiateVersion":1,"connectionId":"a","connectionToken":"b","availableTransports":\#(offers)}"#.utf8)
        for end in text.indices {
            #expect(throws: HubProtocolError.self, "\(end)") { try NegotiateReply(Array(text[..<end]).span) }
        }
    }

    @Test("written by a server is read by a client")
    func roundTrip() throws {
        let original = NegotiatedConnection(
            connectionID: "p\"", connectionToken: "s",
            transports: [.init(name: "WebSockets", formats: ["Text", "Binary"])], usesStatefulReconnect: false)
        #expect(try NegotiateReply(original.reply(version: 1).span) == .connection(original))
        var old = original
        old.connectionToken = old.connectionID
        #expect(try NegotiateReply(original.reply(version: 0).span) == .connection(old))
    }

    @Test("follows redirections with their token, keeping their query")
    func redirection() throws {
        var flow = NegotiateFlow(try HubURL("http://a/hub?user=1"))
        #expect(flow.url.negotiation.text == "http://a/hub/negotiate?user=1&negotiateVersion=1")
        let next = try flow.received(try reply(#"{"url":"https://b:8443/c?hub=x","accessToken":"t"}"#))
        #expect(next == nil)
        #expect(flow.redirectToken == "t")
        #expect(flow.url.negotiation.text == "https://b:8443/c/negotiate?hub=x&negotiateVersion=1")
        #expect(flow.url.connection(token: "a/b+").target == "/c?hub=x&id=a%2Fb%2B")
        #expect(throws: HubProtocolError(.insecureRedirection)) {
            try flow.received(.redirect(url: "http://a", accessToken: nil))
        }
    }

    @Test("stops a loop of redirections at the hundredth negotiation")
    func loop() throws {
        var flow = NegotiateFlow(try HubURL("http://a/"))
        for _ in 1..<100 { #expect(try flow.received(.redirect(url: "http://a/", accessToken: nil)) == nil) }
        #expect(throws: HubProtocolError(.tooManyRedirections(limit: 100))) {
            try flow.received(.redirect(url: "http://a/", accessToken: nil))
        }
    }

    @Test(
        "builds its URL from any hub URL",
        arguments: [
            ("http://h", "http://h/negotiate?negotiateVersion=1"),
            ("wss://h:444/hub/?u=1#f", "https://h:444/hub/negotiate?u=1&negotiateVersion=1"),
            ("HTTP://[::1]:80/x?", "http://[::1]:80/x/negotiate?negotiateVersion=1"),
            ("http://h/hub?negotiateVersion=0", "http://h/hub/negotiate?negotiateVersion=0"),
        ])
    func urls(_ text: String, _ expected: String) throws {
        #expect(try HubURL(text).negotiation.text == expected)
    }

    @Test(
        "refuses what is no hub URL",
        arguments: [
            "", "hub", "ftp://h", "http://", "http://u:p@h/", "http://h:0", "http://h:99999", "http://h/a b",
            "http://h\r\n",
        ])
    func badURLs(_ text: String) {
        let error = #expect(throws: HubProtocolError.self) { try HubURL(text) }
        if case .badURL = error?.kind {} else { Issue.record("\(String(describing: error))") }
    }

    @Test("prints no more of a URL than its origin")
    func secretQuery() throws {
        #expect("\(try HubURL("https://h:1/x?access_token=s"))" == "https://h:1")
    }

    @Test("tells how long a token lives, if that is a lifetime")
    func lifetime() throws {
        let expected: [(String, Duration?)] = [
            ("3600", .seconds(3_600)), ("0", nil), ("-5", nil), ("null", nil), (#""60""#, nil), ("1.5", nil),
            ("99999999999999999999", nil), ("9000000000", .seconds(315_360_000)),
        ]
        for (text, lifetime) in expected {
            let connection = try connection(
                #"{"connectionId":"a","availableTransports":[],"tokenLifetimeSeconds":\#(text)}"#)
            #expect(connection.tokenLifetime == lifetime, "\(text)")
        }
    }

    @Test("refreshes at the hub's own path, keeping its query")
    func refreshURL() throws {
        #expect(try HubURL("https://a/hub/?x=1").refresh(token: "t/+").target == "/hub/refresh?x=1&id=t%2F%2B")
        #expect(try HubURL("https://a/hub").refresh(token: "t").target == "/hub/refresh?id=t")
    }

    @Test("reads what refreshing brought")
    func refreshReply() throws {
        func reply(_ text: String) throws(HubProtocolError) -> TokenRefreshReply {
            let bytes = Array(text.utf8)
            return try TokenRefreshReply(bytes.span)
        }
        let full = try reply(#"{"tokenLifetimeSeconds":60,"accessToken":"new","x":{"y":[1]}}"#)
        #expect(full.tokenLifetime == .seconds(60))
        #expect(full.accessToken == "new")
        #expect(full.error == nil)
        for nothing in ["", "{}", #"{"tokenLifetimeSeconds":null,"accessToken":null}"#, #"{"accessToken":""}"#] {
            let reply = try reply(nothing)
            #expect(reply.tokenLifetime == nil && reply.accessToken == nil && reply.error == nil, "\(nothing)")
        }
        #expect(try reply(#"{"error":"invalid_token"}"#).error == "invalid_token")
        let long = String(repeating: "e", count: 5_000)
        #expect(try reply(#"{"error":"\#(long)"}"#).error?.count == 501)
        for bad in ["[]", "{", "{}x", "<html>"] { #expect(throws: HubProtocolError.self) { try reply(bad) } }
    }
}
