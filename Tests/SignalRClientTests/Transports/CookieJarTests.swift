import SignalRProtocol
import Testing

@testable import SignalRClient

@Suite("Cookies of a hub")
struct CookieJarTests {
    private func field(
        _ cookies: [String], from origin: String = "http://a.example.org/hub/negotiate",
        to target: String = "http://a.example.org/hub?id=1"
    ) throws -> String? {
        var jar = CookieJar()
        for cookie in cookies { jar.store(cookie, from: try HubURL(origin)) }
        return jar.field(for: try HubURL(target))
    }

    @Test("go back to where they came from")
    func back() throws {
        #expect(try field(["a=1; HttpOnly; SameSite=Lax"]) == "a=1")
        #expect(try field(["a=1", "b=x=y; path=/"]) == "a=1; b=x=y")
        #expect(try field(["a=1", "a=2"]) == "a=2")
        #expect(try field([" a = 1 ;path=/"]) == "a=1")
        #expect(try field(["a="]) == "a=")
        #expect(try field([]) == nil)
    }

    @Test("go nowhere else")
    func elsewhere() throws {
        #expect(try field(["a=1"], to: "http://b.example.org/hub") == nil)
        #expect(try field(["a=1"], to: "http://example.org/hub") == nil)
        #expect(try field(["a=1"], to: "http://x.a.example.org/hub") == nil)
        #expect(try field(["a=1"], to: "http://A.Example.org/hub") == "a=1")
        #expect(try field(["a=1; Domain=.example.org"], to: "http://b.example.org/hub") == "a=1")
        #expect(try field(["a=1; Domain=example.org"], to: "http://badexample.org/hub") == nil)
        for domain in ["b.example.org", "org", "xample.org", "x.a.example.org"] {
            #expect(try field(["a=1; Domain=\(domain)"]) == nil, "\(domain)")
        }
        #expect(try field(["a=1; Domain=0.0.1"], from: "http://127.0.0.1/hub/x", to: "http://127.0.0.1/hub") == nil)
    }

    @Test("keep to their path")
    func path() throws {
        #expect(try field(["a=1"], to: "http://a.example.org/other") == nil)
        #expect(try field(["a=1"], to: "http://a.example.org/hubs") == nil)
        #expect(try field(["a=1"], to: "http://a.example.org/hub/") == "a=1")
        #expect(try field(["a=1; path=/"], to: "http://a.example.org/other") == "a=1")
        #expect(try field(["a=1; path=/hub/x"]) == nil)
        #expect(try field(["a=1; path=odd"]) == "a=1")
        #expect(try field(["a=short; path=/", "a=long; path=/hub"]) == "a=long; a=short")
    }

    @Test("of TLS are not sent without it, nor taken")
    func secure() throws {
        let secure = "https://a.example.org/hub/negotiate"
        #expect(try field(["a=1; Secure"], from: secure, to: "https://a.example.org/hub") == "a=1")
        #expect(try field(["a=1; secure"], from: secure) == nil)
        #expect(try field(["a=1; Secure"], to: "https://a.example.org/hub") == nil)
    }

    @Test("are forgotten when the server says so")
    func deletion() throws {
        #expect(try field(["a=1", "a=; Max-Age=0"]) == nil)
        #expect(try field(["a=1", "a=; expires=Thu, 01 Jan 1970 00:00:00 GMT"]) == nil)
        #expect(try field(["a=1; expires=Thu, 01 Jan 2099 00:00:00 GMT; max-age=60"]) == "a=1")
    }

    @Test("are few and short, and can't smuggle anything into a request")
    func bounds() throws {
        #expect(try field(["a=1\r\nX: y", "b=\u{7f}", "=1", "nothing", ""]) == nil)
        #expect(try field(["a=" + String(repeating: "x", count: 5_000)]) == nil)
        let field = try field((0..<500).map { "c\($0)=1" })
        #expect(field?.split(separator: ";").count == CookieJar.limit)
    }
}
