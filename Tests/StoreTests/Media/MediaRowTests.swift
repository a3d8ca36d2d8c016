import Testing
import Values

@testable import Store

@Suite("Which pictures go")
struct MediaRowTests {
    private static let now = Timestamp(seconds: 1_700_000_200)

    private func row(_ source: String, _ kind: MediaClass = .photo, size: Int = 1, used: Int, stored: Int = 0)
        -> MediaRow
    {
        MediaRow(
            server: ServerRow.ID(rawValue: 1), source: source, class: kind, hash: MediaRow.Hash(rawValue: source),
            size: size, storedAt: Self.now.advanced(by: .seconds(stored)), usedAt: Self.now.advanced(by: .seconds(used))
        )
    }

    private func expired(_ rows: [MediaRow]) -> Set<String> { Set(MediaRow.expired(rows, now: Self.now).map(\.source)) }

    @Test("of what is too much for a class those that were used longest ago, each class for itself")
    func room() {
        let half = (MediaClass.photo.room ?? 0) / 2
        #expect(expired([row("a", size: half, used: 1), row("b", size: half, used: 2)]) == [])
        let rows = [
            row("old", size: half, used: 1), row("new", size: half, used: 3), row("tiny", size: 1, used: 2),
            row("face", .avatar, size: MediaClass.avatar.room ?? 0, used: 0),
        ]
        #expect(expired(rows) == ["old"])
        #expect(expired(rows.reversed()) == ["old"])
        #expect(expired([row("huge", size: half * 2 + 1, used: 1)]) == ["huge"])
    }

    @Test("what is unsent stays, whatever its size and age, and what was sent has no bound but its age")
    func unsent() {
        let rows = (0..<100).map { row("u\($0)", .unsent, size: 16 << 20, used: -$0, stored: -1_000_000_000) }
        #expect(expired(rows) == [])
        #expect(expired((0..<100).map { row("s\($0)", .sent, size: 16 << 20, used: -$0) }) == [])
    }

    @Test("every class says what it is: only what can be fetched again has a bound of room")
    func classes() {
        for kind in MediaClass.allCases { #expect(kind.isFetched == (kind.room != nil), "\(kind)") }
    }
}
