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

        func get(_ path: String) async throws -> (status: Int, page: String) {
            var request = HTTPClientRequest(.get, try HTTPURL(base + path))
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

    @Test("what there is stands on it, what happens comes by itself, a chore is approved, a restart signs out")
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
        let anew = try await Browser(http, link: try await link(installation))
        #expect(try await anew.get("/").status == 200)
        try await family.end(second)
        for program in [first, second] {
            for cookie in [browser.cookie, anew.cookie] {
                #expect(!program.output.contains(cookie) && !program.errors.contains(cookie))
            }
        }
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
