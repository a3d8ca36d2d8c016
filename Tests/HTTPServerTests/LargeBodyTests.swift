import SocketTestSupport
import Testing

@testable import HTTPServer

@Suite("HTTP server: bodies that are larger than others", .timeLimit(.minutes(1)))
struct LargeBodyTests {
    private static var configuration: HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.maximumBodyBytes = 1_000
        configuration.bodyTimeout = .milliseconds(600)
        configuration.largeBodies = .init(bytes: 5_000, atOnce: 1, timeout: .seconds(30)) { path, headers in
            path == "/photo" && headers["content-type"] == "image/jpeg"
        }
        return configuration
    }

    private func head(_ length: Int, _ path: String = "/photo", type: String = "image/jpeg") -> String {
        "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\nContent-Length: \(length)\r\n\r\n"
    }

    @Test("one comes where it is meant, and nowhere else; none comes beyond its own limit")
    func limits() async throws {
        try await withServer(Self.configuration) {
            .text("\($0.body.count)")
        } body: { _, _, port in
            let cases = [
                (head(5_000), 5_000, 200), (head(5_001), 0, 413), (head(1_001, "/other"), 0, 413),
                (head(1_001, type: "text/plain"), 0, 413), (head(1_000, "/other"), 1_000, 200),
            ]
            for (head, count, status) in cases {
                let client = try RawSocket(port: port)
                client.send(head + String(repeating: "x", count: count))
                #expect(await client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 \(status) "), "\(head)")
            }
        }
    }

    @Test("one that drips gives its place to a newcomer")
    func dripping() async throws {
        try await withServer(Self.configuration) {
            .text("\($0.body.count)")
        } body: { _, _, port in
            let first = try RawSocket(port: port)
            first.send(head(2_000) + "x")
            var answer = ""
            // No sooner than after five seconds, and whenever that is.
            while !answer.hasPrefix("HTTP/1.1 200") {
                let other = try RawSocket(port: port)
                other.send(head(2_000) + String(repeating: "x", count: 2_000))
                answer = await other.receive(until: "\r\n\r\n")
                if answer.hasPrefix("HTTP/1.1 503") { try await Task.sleep(for: .milliseconds(200)) }
            }
            #expect(await first.receive(until: nil).isEmpty)
        }
    }

    @Test(
        "who comes while there are enough is told so before its body, and may come when one has been answered or has gone"
    )
    func atOnce() async throws {
        try await withServer(Self.configuration) {
            .text("\($0.body.count)")
        } body: { _, _, port in
            let first = try RawSocket(port: port)
            first.send(head(2_000) + "x")
            let second = try RawSocket(port: port)
            // The first one has its place once its head is read.
            var answer = ""
            for _ in 0..<50 where !answer.hasPrefix("HTTP/1.1 503") {
                let other = try RawSocket(port: port)
                other.send(head(2_000))
                answer = await other.receive(until: "\r\n\r\n")
            }
            #expect(answer.hasPrefix("HTTP/1.1 503"))
            second.send(head(500) + String(repeating: "x", count: 500))
            #expect(await second.receive(until: "500").hasSuffix("500"), "small ones need no place")
            // Slower than others may be.
            try await Task.sleep(for: .milliseconds(1_200))
            first.send(String(repeating: "x", count: 1_999))
            #expect(await first.receive(until: "\r\n\r\n2000").hasPrefix("HTTP/1.1 200"))
            // On the same connection, too.
            first.send(head(3_000) + String(repeating: "x", count: 3_000))
            #expect(await first.receive(until: "\r\n\r\n3000").hasPrefix("HTTP/1.1 200"))
            let gone = try RawSocket(port: port)
            gone.send(head(2_000) + "x")
            gone.close()
            var last = ""
            for _ in 0..<200 where !last.hasPrefix("HTTP/1.1 200") {
                let other = try RawSocket(port: port)
                other.send(head(2_000) + String(repeating: "x", count: 2_000))
                last = await other.receive(until: "\r\n\r\n")
            }
            #expect(last.hasPrefix("HTTP/1.1 200"))
        }
    }
}
