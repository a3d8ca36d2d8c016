import Runtime
import TestWaiting
import Testing

@testable import Dashboard
@testable import HTTPServer

@Suite("Open pages hear of changes")
struct LiveDeskTests {
    private final class Browser: HTTPBodySink {
        let heard = Lock("")
        func writeChunk(_ bytes: [UInt8]) async throws {
            heard.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
        }
        func limitWriting(to limit: Duration) async {}
    }

    @Test("each change is told; whoever has been signed out hears of no other, and its place is free")
    func signedOut() async throws {
        let (changes, bell) = AsyncStream.makeStream(of: Void.self)
        let desk = LiveDesk { changes }
        let isSignedIn = Lock(true)
        let browser = Browser()
        let response = desk.stream(to: [1]) { isSignedIn.withLock { $0 } }
        guard case .stream(let produce) = response.body else {
            Issue.record("no stream")
            return
        }
        async let stream: Void = produce(HTTPBodyWriter(sink: browser))
        bell.yield()
        try await eventually("it is told") { browser.heard.withLock { $0.contains("event: change") } }
        isSignedIn.withLock { $0 = false }
        bell.yield()
        // It ends by itself.
        try await stream
        #expect(browser.heard.withLock { $0.hasPrefix("event: open\n") })
        let changed = browser.heard.withLock { $0 }.split(separator: "\n").count { $0 == "event: change" }
        #expect(changed == 1)
        let places = (0..<16).map { _ in desk.stream(to: [1]) { true }.status }
        #expect(places.allSatisfy { $0 == .ok } && desk.stream(to: [1]) { true }.status.rawValue == 429)
    }
}
