import HTTPClient
import Testing

@Suite("stream", .enabled(if: TestServer.isAvailable, TestServer.why), .timeLimit(.minutes(1)))
struct StreamTests {
    let server = TestServer.shared

    @Test("delivers 10,000 events in order")
    func events() async throws {
        try await withClient { client in
            let seen = try await client.stream(HTTPClientRequest(.get, server.url("/sse?n=10000"))) { head, body in
                #expect(head.headers["content-type"] == "text/event-stream")
                var bytes: [UInt8] = []
                for try await piece in body { bytes += piece }
                return String(decoding: bytes, as: UTF8.self)
            }
            #expect(seen == (0..<10_000).map { "id: \($0)\ndata: event \($0)\n\n" }.joined())
        }
    }

    @Test("a reader that pauses holds the server back", arguments: ["http", "https"])
    func backPressure(scheme: String) async throws {
        var configuration = HTTPClientConfiguration()
        configuration.tls.trust = .only(file: server.at.ca)
        try await withClient(configuration) { client in
            let port = scheme == "http" ? server.at.plain : server.at.good
            let path = "/flood?s=120&name=paused-\(scheme)"
            var request = try HTTPClientRequest(.get, server.url(path, scheme: scheme, host: "localhost", port: port))
            request.limits.body = .max
            request.limits.streamBuffer = 64 << 10
            try await client.stream(request) { _, body in
                var iterator = body.makeAsyncIterator()
                let first = try #require(try await iterator.next())
                #expect(first.count <= 128 << 10)
                // Time is the matter here: the server fills the kernel's buffers, then nothing must move.
                try await Task.sleep(for: .seconds(1))
                let early = try await counter("paused-\(scheme)", client)
                try await Task.sleep(for: .milliseconds(500))
                let late = try await counter("paused-\(scheme)", client)
                // Blocked: kernel buffers only, and nothing moves.
                #expect(early == late)
                #expect(early < 12 << 20)
                var received = first.count
                while received < early + (8 << 20), let more = try await iterator.next() {
                    #expect(more.count <= 80 << 10)
                    received += more.count
                }
                #expect(received >= early + (8 << 20))
            }
        }
    }

    @Test("the head comes before the body ends; leaving the closure ends the transfer")
    func leaving() async throws {
        try await withClient { client in
            let before = try await counter("aborted", client)
            let status = try await client.stream(HTTPClientRequest(.get, server.url("/silence"))) { head, _ in
                head.status
            }
            #expect(status == 200)
            try await waitForCount("aborted", above: before)
        }
    }

    @Test("bytes that came before a failure are delivered first")
    func failure() async throws {
        try await withClient { client in
            var text = ""
            try await expectFailure(.connectionLost) {
                try await client.stream(HTTPClientRequest(.get, server.url("/close-mid"))) { _, body in
                    for try await bytes in body { text += String(decoding: bytes, as: UTF8.self) }
                }
            }
            #expect(text == "0123456789")
        }
    }

    @Test("cancelling one read leaves the stream whole")
    func cancelledRead() async throws {
        try await withClient { client in
            try await client.stream(HTTPClientRequest(.get, server.url("/gated?name=read"))) { _, body in
                let read = Task {
                    var iterator = body.makeAsyncIterator()
                    return try await iterator.next()
                }
                // So that the read waits already, as a rule; the server sends nothing before it is told to.
                try await Task.sleep(for: .milliseconds(50))
                read.cancel()
                try await expectFailure(.cancelled) { _ = try await read.value }
                _ = try await get("/open?name=read", client)
                var text = ""
                for try await bytes in body { text += String(decoding: bytes, as: UTF8.self) }
                #expect(text == "hello")
            }
        }
    }

    @Test("idle limit does not run while the reader pauses")
    func idleWhilePaused() async throws {
        try await withClient { client in
            var request = try HTTPClientRequest(.get, server.url("/flood?s=4&name=idle"))
            request.limits.body = .max
            request.deadlines.idle = .seconds(1)
            try await client.stream(request) { _, body in
                var iterator = body.makeAsyncIterator()
                _ = try await iterator.next()
                // Longer than the limit, which must not run.
                try await Task.sleep(for: .milliseconds(2_200))
                for _ in 0..<20 { #expect(try await iterator.next() != nil) }
            }
        }
    }

    @Test(
        "cancel in each phase ends at once", arguments: ["hole", "mute", "tls", "head", "body", "slow.test", "before"])
    func cancel(place: String) async throws {
        let url =
            switch place {
            case "hole": try server.url("/", port: server.at.hole)
            case "mute": try server.url("/", port: server.at.mute)
            case "tls": try server.url("/", scheme: "https", port: server.at.mute)
            case "head": try server.url("/slow-head?s=30")
            case "slow.test": try server.url("/", host: "slow.test")
            default: try server.url("/silence")
            }
        try await withClient { client in
            for isStream in [false, true] {
                let task = Task {
                    if isStream {
                        try await client.stream(HTTPClientRequest(.get, url)) { _, body in for try await _ in body {} }
                    } else {
                        _ = try await client.send(HTTPClientRequest(.get, url))
                    }
                }
                // Long enough for its phase to be reached, which nobody outside can see; whatever the phase, it ends at once.
                if place != "before" { try await Task.sleep(for: .milliseconds(150)) }
                let start = ContinuousClock.now
                task.cancel()
                try await expectFailure(.cancelled) { try await task.value }
                // What is cancelled would take 30 s.
                #expect(ContinuousClock.now - start < .seconds(20))
            }
        }
    }
}
