import JSON
import Runtime
import Testing

@testable import Control

@Suite("Browsers that are signed out", .timeLimit(.minutes(1)))
struct BrowserDeskTests {
    @Test("of all the program hears, since the store does not know each")
    func all() async throws {
        try await Installation.with { installation async throws in
            let heard = Lock([ControlAPI.Occasion]())
            let api = ControlAPI(
                store: installation.store, note: { occasion in heard.withLock { $0.append(occasion) } }
            ) { _ in .text("") }
            #expect(try await api.value(ControlRequest(.post, ["browsers", "sign-out"]))["signedOut"] == 0)
            #expect(heard.withLock { $0 } == [.signedOutBrowsers])
        }
    }
}
