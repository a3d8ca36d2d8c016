import HTTPServer
import Runtime
import Sockets
import Testing
import Values

@testable import Dashboard
@testable import HTTPServer

@Suite("Visitors of the page")
struct PageVisitorTests {
    private static let place: PagePlace = {
        var place = PagePlace(port: 8_466)
        (place.proxies, place.publicOrigin) = (["10.0.0.2", "fd00::2"], "https://bell.example")
        place.prefix = "/money"
        return place
    }()

    private func request(
        _ path: String, from address: String, _ headers: HTTPHeaders = [:], method: String = "GET"
    ) -> HTTPRequest {
        var request = HTTPRequest(method: method, target: path, path: path, query: nil, headers: headers)
        request.peer = .address(address, port: 40_000)
        return request
    }

    @Test("only what a proxy of the file sends has come over TLS, whatever others say of themselves")
    func proxies() {
        let claims: HTTPHeaders = [
            "X-Forwarded-Proto": "https", "Forwarded": "proto=https", "X-Forwarded-For": "10.0.0.2",
        ]
        for address in ["10.0.0.2", "::ffff:10.0.0.2", "fd00::2"] {
            #expect(PageVisitor(request("/money/", from: address), at: Self.place, user: nil).isSecure, "\(address)")
        }
        for address in ["10.0.0.3", "127.0.0.1", "fd00::22", ""] {
            let visitor = PageVisitor(request("/money/", from: address, claims), at: Self.place, user: nil)
            #expect(!visitor.isSecure && visitor.cookieName == "pocketbell", "\(address)")
        }
    }

    @Test("behind a proxy the place is what it says last; what others say of themselves is none")
    func places() {
        func place(_ fields: HTTPHeaders, from address: String) -> String? {
            PageVisitor(request("/", from: address, fields), at: Self.place, user: nil).place
        }
        #expect(place(["X-Forwarded-For": "1.1.1.1, 192.0.2.7"], from: "10.0.0.2") == "192.0.2.7")
        #expect(place([:], from: "10.0.0.2") == nil && place(["X-Forwarded-For": ""], from: "10.0.0.2") == nil)
        #expect(place(["X-Forwarded-For": "192.0.2.7"], from: "10.0.0.3") == "10.0.0.3")
    }

    @Test("a path is the page's own behind the public one's, and no other")
    func paths() {
        for (asked, own, prefix) in [
            ("/money", "/", "/money"), ("/money/", "/", "/money"), ("/money/chores", "/chores", "/money"),
            ("/moneybag", "/moneybag", ""), ("/", "/", ""), ("/chores", "/chores", ""),
        ] {
            let visitor = PageVisitor(request(asked, from: "127.0.0.1"), at: Self.place, user: 1)
            #expect(visitor.path(of: asked) == own && visitor.prefix == prefix, "\(asked)")
        }
        // A proxy that cuts the path off is put right, too.
        let cut = PageVisitor(request("/chores", from: "10.0.0.2"), at: Self.place, user: nil)
        #expect(cut.prefix == "/money" && cut.path(of: "/chores") == "/chores")
    }

    @Test("a form comes from the page itself: at its own host, or at the public one")
    func origins() {
        func isForeign(_ origin: String?, host: String) -> Bool {
            var headers: HTTPHeaders = ["Host": host]
            headers["Origin"] = origin
            let request = request("/orders", from: "10.0.0.2", headers, method: "POST")
            return PageVisitor(request, at: Self.place, user: nil).isForeign(request)
        }
        #expect(!isForeign("https://bell.example", host: "127.0.0.1:8466") && !isForeign(nil, host: "x"))
        #expect(!isForeign("http://localhost:8466", host: "localhost:8466"))
        #expect(isForeign("http://bell.example", host: "bell.example"), "a page of that name without TLS")
        for origin in ["https://evil.example", "http://bell.example", "https://bell.example.evil", "null"] {
            #expect(isForeign(origin, host: "127.0.0.1:8466"), "\(origin)")
        }
    }

    @Test(
        "below a prefix every address of a view, a redirection and the cookie are below it; what people typed is as it was"
    )
    func moved() async throws {
        try await Household.with { household in
            var visitor = PageVisitor(user: nil)
            (visitor.prefix, visitor.isSecure) = ("/money", true)
            func get(_ path: String, _ cookie: String = "") async -> HTTPResponse {
                await household.handler.answer(
                    HTTPRequest(method: "GET", target: path, path: path, query: nil, headers: ["Cookie": cookie]),
                    by: visitor)
            }
            let link = household.sessions.issueLink().withText { $0 }
            let answer = await get("/money/in/\(link)")
            let set = try #require(answer.headers["Set-Cookie"])
            #expect(
                set.hasPrefix("__Secure-pocketbell=")
                    && set.hasSuffix("; Path=/money/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure"))
            #expect(answer.page.contains("content=\"0;url=/money/\""))
            let cookie = String(try #require(set.split(separator: ";").first))
            for path in PageHandlerTests.views.filter({ !$0.contains("?") }) {
                let page = await get("/money" + path, cookie).page
                #expect(page.contains("href=\"/money/transactions\"") && page.contains("data-live=\"/money/live\""))
                for lead in [" href=\"/", " src=\"/", " action=\"/"] {
                    let count = page.components(separatedBy: lead)
                    #expect(count == page.components(separatedBy: "\(lead)money/"), "\(path)")
                }
                #expect(!page.contains("/money/money"))
            }
            // The word that another place keeps is nobody's here.
            #expect(await get("/money/", cookie.replacing("__Secure-", with: "")).status == .unauthorized)
            let file = try #require(
                await get("/money/", cookie).page.split(separator: "\"").first { $0.contains("style.css") })
            #expect(await get(String(file)).status == .ok)
        }
    }

    @Test("the page's address for browsers of this machine")
    func addresses() {
        var place = PagePlace(port: 8_466)
        #expect(place.ownAddress(port: 5) == "http://127.0.0.1:5")
        place.address = "::"
        #expect(place.ownAddress(port: 5) == "http://[::1]:5")
        (place.address, place.certificate) = ("192.168.1.9", .init(file: "a", key: "b", stamps: []))
        #expect(place.ownAddress(port: 5) == "https://192.168.1.9:5")
    }
}

extension String {
    /// How many parts there are.
    fileprivate func components(separatedBy text: String) -> Int {
        var (count, rest) = (1, self[...])
        while let found = rest.firstRange(of: text) {
            count += 1
            rest = rest[found.upperBound...]
        }
        return count
    }
}
