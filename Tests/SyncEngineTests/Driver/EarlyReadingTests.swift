import AllowanceAPI
import Testing

@testable import SyncEngine

@Suite("What is asked early")
struct EarlyReadingTests {
    @Test("an answer is for its own question, and once")
    func ownQuestion() async throws {
        let server = ModelServer()
        let alice = server.add(child: "Alice")
        var early = EarlyReading([alice: []], from: server, began: .zero)
        #expect(early.take(alice, limit: ChildScan.firstLimit * 2) == nil)
        #expect(early.take(bruno, limit: ChildScan.firstLimit) == nil)
        let own = early.take(alice, limit: ChildScan.firstLimit)
        #expect(try await own?.value.get().value.isEmpty == true)
        #expect(early.take(alice, limit: ChildScan.firstLimit) == nil)
    }
}
