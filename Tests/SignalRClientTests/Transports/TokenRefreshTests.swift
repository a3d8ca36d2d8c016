import SignalRProtocol
import Testing

@testable import SignalRClient

@Suite("Refreshing of tokens")
struct TokenRefreshTests {
    private func plan(_ lifetime: Duration) throws -> TokenRefresh {
        TokenRefresh(url: try HubURL("http://a/hub"), lifetime: lifetime)
    }

    @Test("is five minutes early, or after half of a short life")
    func lead() throws {
        for (lifetime, pause) in [(3_600, 3_300), (600, 300), (301, 1), (300, 150), (20, 10), (1, 1)] {
            #expect(try plan(.seconds(lifetime)).pause == .seconds(pause), "\(lifetime)")
        }
    }

    @Test("goes on as long as the server gives lifetimes")
    func again() throws {
        var plan = try plan(.seconds(3_600))
        plan.refreshed(lifetime: .seconds(900))
        #expect(plan.pause == .seconds(600))
        plan.refreshed(lifetime: nil)
        #expect(plan.pause == nil)
    }

    @Test("is tried again in half the time that is left, if that makes sense")
    func failure() throws {
        var plan = try plan(.seconds(3_600))
        plan.failed(mayPass: true)
        #expect(plan.pause == .seconds(150))
        plan.failed(mayPass: true)
        #expect(plan.pause == .seconds(75))
        var tries = 2
        while plan.pause != nil {
            plan.failed(mayPass: true)
            tries += 1
        }
        #expect(tries == 9)
        var refused = try self.plan(.seconds(3_600))
        refused.failed(mayPass: false)
        #expect(refused.pause == nil)
    }
}
