import HTTPMessages
import Testing

@testable import WebSockets

@Suite("Agreeing on compression")
struct DeflateAgreementTests {
    typealias Side = DeflateAgreement.Side

    static func wish(keepsContext: Bool = false, windowBits: Int = 15) -> WebSocketCompression {
        var wish = WebSocketCompression()
        wish.keepsContext = keepsContext
        wish.windowBits = windowBits
        return wish
    }

    /// What a server answers, and what it then does; nil if it does not compress.
    private static func answer(_ offers: String, _ wish: WebSocketCompression) throws -> (String, Side, Side)? {
        let offers = try #require(WebSocketExtension.list([offers]))
        return DeflateAgreement.answer(to: offers, wish).map {
            ($0.element.text, $0.agreement.client, $0.agreement.server)
        }
    }

    @Test(
        "a client says what it wants",
        arguments: [
            (false, 15, "; server_no_context_takeover; client_no_context_takeover; client_max_window_bits"),
            (true, 15, "; client_max_window_bits"),
            (true, 12, "; server_max_window_bits=12; client_max_window_bits"),
        ])
    func offers(_ keepsContext: Bool, _ bits: Int, _ parameters: String) {
        let wish = Self.wish(keepsContext: keepsContext, windowBits: bits)
        #expect(DeflateAgreement.offer(wish).text == "permessage-deflate" + parameters)
    }

    static let answers: [(offers: String, keepsContext: Bool, bits: Int, answer: String, client: Side, server: Side)] =
        [
            ("", true, 15, "", Side(keepsContext: true, windowBits: 15), Side(keepsContext: true, windowBits: 15)),
            (
                "", false, 15, "; server_no_context_takeover; client_no_context_takeover",
                Side(keepsContext: false, windowBits: 15), Side(keepsContext: false, windowBits: 15)
            ),
            (
                "; server_no_context_takeover", true, 15, "; server_no_context_takeover",
                Side(keepsContext: true, windowBits: 15), Side(keepsContext: false, windowBits: 15)
            ),
            (
                "; client_no_context_takeover", true, 15, "; client_no_context_takeover",
                Side(keepsContext: false, windowBits: 15), Side(keepsContext: true, windowBits: 15)
            ),
            // A server must name its bits where they were asked for, and may where not; the client's only where it knows them.
            (
                "; server_max_window_bits=15", true, 15, "; server_max_window_bits=15",
                Side(keepsContext: true, windowBits: 15), Side(keepsContext: true, windowBits: 15)
            ),
            (
                "; server_max_window_bits=10", true, 12, "; server_max_window_bits=10",
                Side(keepsContext: true, windowBits: 15), Side(keepsContext: true, windowBits: 10)
            ),
            (
                "; server_max_window_bits=\"8\"", true, 15, "; server_max_window_bits=8",
                Side(keepsContext: true, windowBits: 15), Side(keepsContext: true, windowBits: 8)
            ),
            (
                "", true, 12, "; server_max_window_bits=12", Side(keepsContext: true, windowBits: 15),
                Side(keepsContext: true, windowBits: 12)
            ),
            (
                "; client_max_window_bits", true, 12, "; server_max_window_bits=12; client_max_window_bits=12",
                Side(keepsContext: true, windowBits: 12), Side(keepsContext: true, windowBits: 12)
            ),
            (
                "; client_max_window_bits=10", true, 12, "; server_max_window_bits=12",
                Side(keepsContext: true, windowBits: 10), Side(keepsContext: true, windowBits: 12)
            ),
            (
                "; client_max_window_bits=14", true, 12, "; server_max_window_bits=12; client_max_window_bits=12",
                Side(keepsContext: true, windowBits: 12), Side(keepsContext: true, windowBits: 12)
            ),
            (
                "; client_max_window_bits", true, 15, "", Side(keepsContext: true, windowBits: 15),
                Side(keepsContext: true, windowBits: 15)
            ),
        ]

    @Test("a server answers within what was offered, and within what it wants", arguments: answers)
    func answered(_ row: (offers: String, keepsContext: Bool, bits: Int, answer: String, client: Side, server: Side))
        throws
    {
        let wish = Self.wish(keepsContext: row.keepsContext, windowBits: row.bits)
        let (text, client, server) = try #require(try Self.answer("permessage-deflate" + row.offers, wish))
        #expect(text == "permessage-deflate" + row.answer)
        #expect(client == row.client)
        #expect(server == row.server)
    }

    static let badParameters = [
        "x", "server_no_context_takeover=1", "client_no_context_takeover=true", "server_max_window_bits",
        "server_max_window_bits=7", "server_max_window_bits=16", "server_max_window_bits=08",
        "server_max_window_bits=+9", "client_max_window_bits=7", "client_max_window_bits=16",
        "client_max_window_bits=010", "client_max_window_bits=x",
        "server_max_window_bits=10; server_max_window_bits=10",
        "server_no_context_takeover; server_no_context_takeover", "Server_No_Context_Takeover",
    ]

    @Test("a server passes over an offer with a wrong parameter, and takes the next", arguments: badParameters)
    func declines(_ parameters: String) throws {
        let wish = Self.wish(keepsContext: true)
        #expect(try Self.answer("permessage-deflate; \(parameters)", wish) == nil)
        #expect(
            try Self.answer("permessage-deflate; \(parameters), x, permessage-deflate", wish)?.0 == "permessage-deflate"
        )
        #expect(try Self.answer("x-webkit-deflate-frame", wish) == nil)
        #expect(try Self.answer("", wish) == nil)
    }

    @Test(
        "a client refuses an answer with a wrong parameter",
        arguments: badParameters + ["client_max_window_bits"])
    func refusesParameters(_ parameters: String) throws {
        let answers = try #require(WebSocketExtension.list(["permessage-deflate; \(parameters)"]))
        #expect(throws: DeflateAgreement.Refusal.badParameters) {
            try DeflateAgreement.accept(answers, Self.wish(keepsContext: true))
        }
    }

    @Test(
        "a client refuses what it did not offer, and what leaves out what it asked for",
        arguments: [
            ("x", true, 15, DeflateAgreement.Refusal.notOffered),
            ("permessage-deflate, permessage-deflate", true, 15, .notOffered),
            ("permessage-deflate, x", true, 15, .notOffered),
            ("permessage-deflate", false, 15, .missing("server_no_context_takeover")),
            ("permessage-deflate; client_no_context_takeover", false, 15, .missing("server_no_context_takeover")),
            ("permessage-deflate", true, 12, .missing("server_max_window_bits=12")),
            ("permessage-deflate; server_max_window_bits=13", true, 12, .missing("server_max_window_bits=12")),
        ])
    func refuses(_ answers: String, _ keepsContext: Bool, _ bits: Int, _ refusal: DeflateAgreement.Refusal) throws {
        let answers = try #require(WebSocketExtension.list([answers]))
        #expect(throws: refusal) {
            try DeflateAgreement.accept(answers, Self.wish(keepsContext: keepsContext, windowBits: bits))
        }
    }

    @Test("a client takes an answer that asks more of either end")
    func accepts() throws {
        func accept(_ answer: String, _ wish: WebSocketCompression) throws -> DeflateAgreement? {
            try DeflateAgreement.accept(try #require(WebSocketExtension.list([answer])), wish)
        }
        let keeping = Self.wish(keepsContext: true, windowBits: 12)
        #expect(try accept("", keeping) == nil)
        let narrow = try #require(
            try accept(
                "permessage-deflate; server_max_window_bits=9; client_max_window_bits=8; client_no_context_takeover",
                keeping)
        )
        #expect(narrow.client == Side(keepsContext: false, windowBits: 8))
        #expect(narrow.server == Side(keepsContext: true, windowBits: 9))
        // zlib cannot compress for a window of 8 bits: such a client sends all as it is.
        #expect(MessageDeflater(narrow.client, minimumBytes: 0) == nil)
        // Its own context is its own choice, also if the server does not mention it.
        let forgetting = try #require(try accept("permessage-deflate; server_no_context_takeover", Self.wish()))
        #expect(forgetting.client == Side(keepsContext: false, windowBits: 15))
        #expect(forgetting.server == Side(keepsContext: false, windowBits: 15))
    }

    @Test("what our client offers our server answers so that both mean the same", arguments: [9, 12, 15], [9, 12, 15])
    func bothEnds(_ clientBits: Int, _ serverBits: Int) throws {
        for (clientKeeps, serverKeeps) in [(true, true), (true, false), (false, true), (false, false)] {
            let clientWish = Self.wish(keepsContext: clientKeeps, windowBits: clientBits)
            let serverWish = Self.wish(keepsContext: serverKeeps, windowBits: serverBits)
            let offers = try #require(WebSocketExtension.list([DeflateAgreement.offer(clientWish).text]))
            let answer = try #require(DeflateAgreement.answer(to: offers, serverWish))
            let answers = try #require(WebSocketExtension.list([answer.element.text]))
            let agreed = try #require(try DeflateAgreement.accept(answers, clientWish))
            #expect(agreed == answer.agreement)
            let both = clientKeeps && serverKeeps
            #expect(agreed.client.keepsContext == both)
            #expect(agreed.server == Side(keepsContext: both, windowBits: min(clientBits, serverBits)))
        }
    }

    @Test("the server's handshake answers offers only if it compresses, and refuses a broken field")
    func handshake() {
        var headers: HTTPHeaders = [
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version": "13", "Sec-WebSocket-Extensions": "permessage-deflate",
        ]
        func answer(_ wish: WebSocketCompression?) -> (String?, isCompressed: Bool)? {
            let handshake = ServerHandshake(method: "GET", headers: headers, hasBody: false, compression: wish)
            guard case .accepted(_, let extensions, let compression) = handshake else { return nil }
            return (extensions, compression != nil)
        }
        #expect(answer(nil)?.0 == nil)
        #expect(answer(nil)?.isCompressed == false)
        #expect(answer(Self.wish(keepsContext: true))?.0 == "permessage-deflate")
        #expect(answer(Self.wish(keepsContext: true))?.isCompressed == true)
        headers["Sec-WebSocket-Extensions"] = "x"
        #expect(answer(Self.wish())?.0 == nil)
        #expect(answer(Self.wish())?.isCompressed == false)
        headers["Sec-WebSocket-Extensions"] = "permessage-deflate;"
        let refused = ServerHandshake(method: "GET", headers: headers, hasBody: false, compression: Self.wish())
        #expect(refused == .malformed)
        #expect(answer(nil)?.isCompressed == false)
    }
}
