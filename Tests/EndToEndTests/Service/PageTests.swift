import DemoBackend
import Glibc
import HTTPClient
import JSON
import TestSupport
import TestWaiting
import Testing

/// What a person does with the page: opens it, looks, approves, and is signed out.
@Suite("The page in a browser", .serialized, .timeLimit(.minutes(3)))
struct PageTests {
    private struct Browser {
        let http: HTTPClient
        let base: String
        private(set) var cookie = ""

        /// Opens the link that the command has printed.
        init(_ http: HTTPClient, link: String) async throws {
            self.http = http
            base = link.split(separator: "/").prefix(2).joined(separator: "//")
            let answer = try await http.send(HTTPClientRequest(.get, try HTTPURL(link)))
            #expect(answer.status == 200)
            let field = try #require(answer.head.headers["Set-Cookie"])
            cookie = String(try #require(field.split(separator: ";").first))
        }

        /// Signs in at the page, as somebody whom the family server knows.
        ///
        /// - Returns: `nil` where that is refused.
        init?(_ http: HTTPClient, at base: String, _ email: String, _ password: String) async throws {
            (self.http, self.base) = (http, base)
            var request = HTTPClientRequest(.post, try HTTPURL("\(base)/sign-in"))
            try request.setHeader("User-Agent", "Browser of \(email)")
            request.body = .bytes(
                Array("email=\(email)&password=\(password)&way=/transactions".utf8),
                contentType: "application/x-www-form-urlencoded")
            let answer = try await http.send(request)
            guard answer.status == 303 else { return nil }
            #expect(answer.head.headers["Location"] == "/transactions")
            cookie = String(try #require(answer.head.headers["Set-Cookie"]?.split(separator: ";").first))
        }

        func get(_ path: String, at other: String? = nil) async throws -> (status: Int, page: String) {
            var request = HTTPClientRequest(.get, try HTTPURL((other ?? base) + path))
            try request.setHeader("Cookie", cookie)
            let answer = try await http.send(request)
            return (answer.status, String(decoding: answer.body, as: UTF8.self))
        }

        /// Sends the first form of a page that gives this order.
        func send(_ order: String, of page: String) async throws -> Int {
            let form = try #require(
                page.components(between: "<form", and: "</form>").first { $0.contains("value=\"\(order)\"") })
            let fields = form.components(between: "name=\"", and: ">").map { field in
                let parts = field.split(separator: "\"")
                return "\(parts[0])=\(parts[2])"
            }
            var request = HTTPClientRequest(.post, try HTTPURL(base + "/orders"))
            try request.setHeader("Cookie", cookie)
            request.body = .bytes(
                Array(fields.joined(separator: "&").utf8), contentType: "application/x-www-form-urlencoded")
            return try await http.send(request).status
        }
    }

    private func link(_ installation: Installation) async throws -> String {
        let answer = try await installation.run("open", "--print")
        #expect(answer.status == 0, "\(answer.errors)")
        return try #require(
            answer.output.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http://") }.map(String.init))
    }

    @Test("what there is stands on it, what happens comes by itself, a chore is approved, a restart signs nobody out")
    func story() async throws {
        let family = try await DemoFamily()
        let (installation, http) = (family.installation, try HTTPClient())
        let first = try await family.start()
        let browser = try await Browser(http, link: try await link(installation))
        let overview = try await browser.get("/")
        #expect(
            overview.status == 200 && overview.page.contains("Alice") && overview.page.contains("Empty the dishwasher"))
        #expect(try await browser.send("approve-chore", of: overview.page) == 303)
        try await eventually("the chore approved") {
            family.writes.contains { $0.contains("/review ") }
        }
        try await eventually("one chore less") {
            try await browser.get("/").page.components(between: "value=\"approve-chore\"", and: ">").count
                < overview.page.components(between: "value=\"approve-chore\"", and: ">").count
        }
        first.signal(SIGTERM)
        #expect(try await first.waitForExit() == 0)
        let second = try await family.start()
        let again = try await Browser(http, link: try await link(installation)).base
        let former = try await browser.get("/", at: again)
        #expect(former.status == 200 && former.page.contains("Alice"))
        let anew = try await Browser(http, link: try await link(installation))
        #expect(try await anew.get("/").status == 200)
        try await family.end(second)
        for program in [first, second] {
            for cookie in [browser.cookie, anew.cookie] {
                #expect(!program.output.contains(cookie) && !program.errors.contains(cookie))
            }
        }
    }

    @Test("a parent and a child sign in, also while the server is away; browsers are listed and signed out")
    func roles() async throws {
        let family = try await DemoFamily()
        let (installation, http) = (family.installation, try HTTPClient())
        let program = try await family.start()
        let base = try await Browser(http, link: try await link(installation)).base
        #expect(try await Browser(http, at: base, "parent@example.com", "wrong") == nil)
        let parent = try #require(try await Browser(http, at: base, "parent2@example.com", DemoServer.password))
        let overview = try await parent.get("/").page
        #expect(overview.contains("Alice") && overview.contains("Bruno"))
        #expect(overview.contains("value=\"approve-chore\""))
        // A photo's form is long: whoever is not signed in is told so before it comes, who is has sent no word of a form's.
        for (cookie, status) in [(String?.none, 413), (parent.cookie, 403)] {
            var request = HTTPClientRequest(.post, try HTTPURL(base + "/orders"))
            if let cookie { try request.setHeader("Cookie", cookie) }
            request.body = .bytes(
                Array(repeating: 0x78, count: 200_000), contentType: "multipart/form-data; boundary=x")
            #expect(try await http.send(request).status == status)
        }
        let child = try #require(try await Browser(http, at: base, "Child2@example.com", DemoServer.password))
        let own = try await child.get("/").page
        #expect(own.contains("Bruno") && !own.contains("Alice") && !own.contains("approve-chore"))
        for path in ["/alerts", "/health", "/alerts/1"] { #expect(try await child.get(path).status == 404) }
        let listed = try await installation.run("browsers", "--json").output
        #expect(listed.contains("Browser of Child2@example.com") && listed.contains("\"role\":\"child\""))
        await family.backend.stop()
        let offline = try #require(try await Browser(http, at: base, "child2@example.com", DemoServer.password))
        #expect(try await offline.get("/").page.contains("Bruno"))
        #expect(try await Browser(http, at: base, "child1@example.com", DemoServer.password) == nil)
        #expect(try await installation.run("browsers", "sign-out", "--all").status == 0)
        for browser in [parent, child, offline] { #expect(try await browser.get("/").status == 401) }
        #expect(try await installation.run("browsers", "sign-out").status == 64)
        #expect(try await installation.run("browsers", "sign-out", "77").status != 0)
        program.signal(SIGTERM)
        #expect(try await program.waitForExit() == 0)
        #expect(!program.errors.contains(DemoServer.password) && !program.output.contains(DemoServer.password))
    }

    @Test("without a page, or without a program, the command says so")
    func none() async throws {
        let installation = try Installation("targets: []\ndashboard: {enabled: false}\n")
        let stopped = try await installation.run("open", "--print")
        #expect(stopped.status == 69 && stopped.errors.contains("pocketbell run"))
        let program = try installation.start("run")
        try await program.waitForOutput("watching")
        let answer = try await installation.run("open", "--print")
        #expect(answer.status == 69 && answer.errors.contains("there is no page"))
        program.signal(SIGTERM)
        #expect(try await program.waitForExit() == 0)
    }
}

extension String {
    fileprivate func components(between start: String, and end: String) -> [String] {
        var (parts, rest) = ([String](), self[...])
        while let from = rest.firstRange(of: start), let to = rest[from.upperBound...].firstRange(of: end) {
            parts.append(String(rest[from.upperBound..<to.lowerBound]))
            rest = rest[to.upperBound...]
        }
        return parts
    }
}
