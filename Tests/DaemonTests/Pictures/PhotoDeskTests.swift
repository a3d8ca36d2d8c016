import AllowanceAPI
import Control
import HTTPClient
import HTTPServer
import Observability
import TestSupport
import Testing
import Values

@testable import Daemon

/// Where a photo is fetched from, and who is shown the account's token: its own server, and nobody else.
@Suite("Photos that are fetched", .timeLimit(.minutes(2)))
struct PhotoDeskTests {
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]
    private static let user = User.ID(rawValue: "user-1")!

    private struct Bench {
        let own: WebhookReceiver
        let stranger: WebhookReceiver
        let http: HTTPClient
        let session: AllowanceSession

        init(
            _ own: @escaping @Sendable (WebhookReceiver.Received) async -> HTTPResponse,
            stranger: @escaping @Sendable (WebhookReceiver.Received) async -> HTTPResponse = { _ in PhotoDeskTests.photo
            }
        ) async throws {
            self.own = try await WebhookReceiver(answer: own)
            self.stranger = try await WebhookReceiver(answer: stranger)
            http = try HTTPClient()
            let signedIn = SignedIn(token: Secret("the-token"), expiresAt: nil, user: PhotoDeskTests.user)
            session = AllowanceSession(
                server: try HTTPURL(self.own.address), http: http, tokens: MemoryTokenStore(signedIn),
                logger: Logger(component: "api", threshold: LogThreshold(.error), sink: CapturingSink()))
        }

        func fetch(_ address: String) async throws -> [UInt8] {
            let desk = PhotoDesk { [("mum", session)] }
            return try await desk.fetch(address, by: "mum", as: "user-1")
        }

        func close() async {
            await http.close()
            await own.close()
            await stranger.close()
        }
    }

    private static var photo: HTTPResponse {
        HTTPResponse(headers: ["Content-Type": "image/jpeg"], body: .bytes(jpeg))
    }

    private static func redirect(to address: String) -> HTTPResponse {
        HTTPResponse(HTTPStatus(rawValue: 307), headers: ["Location": address], body: .bytes([]))
    }

    private func with(_ bench: Bench, _ body: (Bench) async throws -> Void) async throws {
        let result: Result<Void, any Error>
        do { result = .success(try await body(bench)) } catch { result = .failure(error) }
        await bench.close()
        try result.get()
    }

    private func refusal(_ bench: Bench, _ address: String) async -> String {
        do {
            _ = try await bench.fetch(address)
            return "nothing was refused"
        } catch let refusal as ControlAnswer.Refusal {
            return refusal.message
        } catch {
            return "\(error)"
        }
    }

    @Test("the own server is shown the token, by a whole address and by one of its own")
    func own() async throws {
        try await with(Bench { _ in Self.photo }) { bench async throws in
            #expect(try await bench.fetch("\(bench.own.address)/photos/a.jpg") == Self.jpeg)
            #expect(try await bench.fetch("/photos/a.jpg") == Self.jpeg)
            #expect(bench.own.received.map { $0.headers["Authorization"] } == ["Bearer the-token", "Bearer the-token"])
            #expect(bench.own.received.map(\.target) == ["/photos/a.jpg", "/photos/a.jpg"])
        }
    }

    @Test("another server is shown no token, also where the own one leads to it and back")
    func elsewhere() async throws {
        let bench = try await Bench { received in
            let stranger = received.target.split(separator: "=").last.map(String.init) ?? ""
            return received.target.hasPrefix("/to") ? Self.redirect(to: stranger) : Self.photo
        }
        try await with(bench) { bench async throws in
            #expect(try await bench.fetch("\(bench.stranger.address)/a.jpg") == Self.jpeg)
            #expect(try await bench.fetch("/to?x=\(bench.stranger.address)/b.jpg") == Self.jpeg)
            #expect(bench.stranger.received.map(\.target) == ["/a.jpg", "/b.jpg"])
            #expect(bench.stranger.received.allSatisfy { $0.headers["Authorization"] == nil })
        }
    }

    @Test("a redirect to another server's redirect is followed three times, and no more")
    func circles() async throws {
        let bench = try await Bench { received in
            let step = Int(received.target.dropFirst()) ?? 0
            return step == 3 ? Self.photo : Self.redirect(to: "/\(step + 1)")
        }
        try await with(bench) { bench async throws in
            #expect(try await bench.fetch("/0") == Self.jpeg)
            #expect(await refusal(bench, "/-1").contains("more than 3 times"))
        }
    }

    @Test("a host that is not the family's own has to be a public one: a record leads nobody into this network")
    func network() async throws {
        let bench = try await Bench { _ in Self.photo }
        try await with(bench) { bench async throws in
            let port = bench.stranger.address.split(separator: ":").last ?? ""
            let said = await refusal(bench, "http://localhost:\(port)/latest/meta-data")
            #expect(said.hasPrefix("the photo can't be had: http://localhost:\(port) cannot be reached"), "\(said)")
            #expect(bench.stranger.received.isEmpty)
        }
    }

    @Test(
        "what is no picture, or no address, is refused and said",
        arguments: [
            ("/page", "what lies there is no picture"), ("/nothing", "what lies there is no picture"),
            ("file:///etc/passwd", "The picture's address is not usable"),
            ("/gone", "does not have what GET a picture"),
            ("http://u:p@127.0.0.1/x", "The picture's address is not usable"), ("/large", "cannot be understood"),
        ])
    func refused(address: String, said: String) async throws {
        let bench = try await Bench { received in
            switch received.target {
            case "/page": .text("<html>Sign in to the Wi-Fi</html>")
            case "/nothing": HTTPResponse(body: .bytes([]))
            case "/large": HTTPResponse(body: .bytes(Self.jpeg + [UInt8](repeating: 0, count: 10 << 20)))
            default: HTTPResponse(HTTPStatus(rawValue: 404), body: .bytes(Array("{\"error\":\"gone\"}".utf8)))
            }
        }
        try await with(bench) { bench async throws in
            let message = await refusal(bench, address)
            #expect(message.contains(said) && !message.contains("u:p"), "\(message)")
        }
    }

    @Test("somebody else's 401 does not sign the account out, and nothing is fetched in another person's name")
    func strangers() async throws {
        let bench = try await Bench({ _ in Self.photo }, stranger: { _ in HTTPResponse(HTTPStatus(rawValue: 401)) })
        try await with(bench) { bench async throws in
            let said = await refusal(bench, "\(bench.stranger.address)/a.jpg")
            #expect(said.contains("does not permit"), "\(said)")
            #expect(bench.stranger.received.count == 1)
            #expect(try await bench.fetch("/a.jpg") == Self.jpeg)
            let other = await #expect(throws: AllowanceError.self) {
                try await PictureFetcher(bench.session).picture(at: "/a.jpg", by: User.ID(rawValue: "user-2")!)
            }
            #expect(other?.kind == .anotherPerson)
            #expect(bench.own.received.count == 1)
        }
    }
}
