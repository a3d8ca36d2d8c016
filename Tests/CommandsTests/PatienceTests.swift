import Testing

@testable import Commands

@Suite("Patience")
struct PatienceTests {
    @Test("hands over what the work gives, and waits for nothing more")
    func value() async {
        #expect(await Patience.during("waiting", limit: .seconds(60)) { 7 } == 7)
    }

    @Test("hands over what the work throws")
    func failure() async {
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await Patience.during("waiting", limit: .zero) { throw Failure() }
        }
    }
}
