import SignalRProtocol
import Testing

@Suite("Hub URL")
struct HubURLTests {
    @Test(
        "is taken apart into what connecting needs",
        arguments: [
            ("http://h", false, "h", 80, "/"), ("https://h", true, "h", 443, "/"), ("WS://h:1", false, "h", 1, "/"),
            ("wss://h:65535/a/b", true, "h", 65_535, "/a/b"), ("https://[::1]", true, "[::1]", 443, "/"),
            ("https://[fe80::1]:8443/x", true, "[fe80::1]", 8_443, "/x"), ("http://h?x", false, "h", 80, "/"),
            ("http://h/a:b@c", false, "h", 80, "/a:b@c"), ("http://h#/x", false, "h", 80, "/"),
        ] as [(String, Bool, String, Int, String)])
    func parts(_ text: String, _ isSecure: Bool, _ host: String, _ port: Int, _ path: String) throws {
        let url = try HubURL(text)
        #expect(url.isSecure == isSecure && url.host == host && url.port == port && url.path == path)
    }

    @Test(
        "has a query only where there is a mark, and no fragment",
        arguments: [
            ("http://h/a", nil, "/a"), ("http://h/a?", "", "/a?"), ("http://h/a?b?c", "b?c", "/a?b?c"),
            ("http://h?b=/c", "b=/c", "/?b=/c"), ("http://h/a#b?c", nil, "/a"), ("http://h/a?b#c", "b", "/a?b"),
        ] as [(String, String?, String)])
    func queries(_ text: String, _ query: String?, _ target: String) throws {
        let url = try HubURL(text)
        #expect(url.query == query && url.target == target && url.text == "http://h" + target)
    }

    @Test(
        "is refused with the reason, and never repeated",
        arguments: [
            ("h/s3cret", "it has no scheme such as https://"),
            ("ftp://h/s3cret", "its scheme is none of http, https, ws, wss"),
            ("http://u:s3cret@h", "it holds a user name; credentials belong into a header"),
            ("http:///s3cret", "it has no host"), ("http://:80/s3cret", "it has no host"),
            ("http://?s3cret", "it has no host"),
            ("http://h:/s3cret", "its port is not a number from 1 to 65535"),
            ("http://h:0/s3cret", "its port is not a number from 1 to 65535"),
            ("http://h:65536/s3cret", "its port is not a number from 1 to 65535"),
            ("http://h:99999999999999999999", "its port is not a number from 1 to 65535"),
            ("http://h:8x/s3cret", "its port is not a number from 1 to 65535"),
            ("http://h/s3cret\u{7F}", "it holds a space, a control character or a backslash"),
            ("http://h\\s3cret", "it holds a space, a control character or a backslash"),
            ("http://h/\u{0}s3cret", "it holds a space, a control character or a backslash"),
        ])
    func refused(_ text: String, _ reason: String) {
        let error = #expect(throws: HubProtocolError(.badURL(reason))) { try HubURL(text) }
        #expect(error?.description == "not the URL of a hub: \(reason)")
    }

    @Test(
        "says about stateful reconnect what its query says last",
        arguments: [
            ("", nil), ("useStatefulReconnect=true", true), ("useStatefulReconnect=TRUE", true),
            ("useStatefulReconnect=false", false), ("useStatefulReconnect=", false), ("useStatefulReconnect=1", false),
            ("useStatefulReconnect", nil), ("x=useStatefulReconnect=true", nil), ("usestatefulreconnect=true", nil),
            ("useStatefulReconnect=true&useStatefulReconnect=false", false), ("a&useStatefulReconnect=true&b", true),
        ] as [(String, Bool?)])
    func statefulReconnect(_ query: String, _ own: Bool?) throws {
        let url = try HubURL("http://h/x?\(query)")
        #expect(url.ownStatefulReconnect == own)
        let asking = url.askingForStatefulReconnect
        #expect(asking.ownStatefulReconnect == own ?? true && (own == nil || asking == url))
    }

    @Test("gives each byte of a token its escape, but letters, digits and four marks")
    func tokens() throws {
        let plain = "ABCXYZabcxyz0189-._~"
        #expect(try HubURL("http://h").connection(token: plain).query == "id=\(plain)")
        #expect(
            try HubURL("http://h").connection(token: "\u{0}\u{F} /?#&=%+@[`{é").query
                == "id=%00%0F%20%2F%3F%23%26%3D%25%2B%40%5B%60%7B%C3%A9")
    }

    @Test(
        "negotiates below its path once, with the version that its query asks for",
        arguments: [
            ("http://h/a/", "/a/negotiate?negotiateVersion=1"), ("http://h/a?b", "/a/negotiate?b&negotiateVersion=1"),
            ("http://h/a?negotiateVersion=", "/a/negotiate?negotiateVersion="),
            ("http://h/a?xnegotiateVersion=7", "/a/negotiate?xnegotiateVersion=7&negotiateVersion=1"),
        ])
    func negotiations(_ text: String, _ target: String) throws {
        #expect(try HubURL(text).negotiation.target == target)
    }
}
