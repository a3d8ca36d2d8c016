import Store
import Testing
import Values

@testable import SyncEngine

/// What stays doubtful from one comparison to the next.
@Suite("Doubts about a server's books")
struct BooksDoubtsTests {
    private let alice = ChildRow.ID(rawValue: "alice")
    private let bruno = ChildRow.ID(rawValue: "bruno")
    private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

    @Test("what is as doubtful as before is no news, also after a scan that has compared only the others")
    func others() {
        var doubts = BooksDoubts()
        let first = doubts.take([bruno: "Bruno has 7", alice: "Alice has 5"], at: time(1))
        #expect(first && doubts.sentences == ["Alice has 5", "Bruno has 7"] && doubts.since == time(1))
        let before = doubts
        let some = doubts.take([alice: "Alice has 5"], at: time(2))
        let all = doubts.take([bruno: "Bruno has 7", alice: "Alice has 5"], at: time(3))
        #expect(!some && !all && doubts == before)
        // One that fits together says nothing of the other.
        let better = doubts.take([alice: nil], at: time(4))
        #expect(better && doubts.sentences == ["Bruno has 7"])
        #expect(doubts.since == time(1) && doubts.agreedAt == nil)
    }

    @Test("what says something else is news; what fits together again ends it, and so does a child that is gone")
    func ends() {
        var doubts = BooksDoubts()
        let none = doubts.take([alice: nil, bruno: nil], at: time(1))
        #expect(!none && doubts.agreedAt == time(1))
        let one = doubts.take([alice: "Alice has 5"], at: time(2))
        let other = doubts.take([alice: "Alice has 6"], at: time(3))
        #expect(one && other && doubts.since == time(2) && doubts.agreedAt == time(1))
        let end = doubts.take([alice: nil], at: time(4))
        #expect(!end && doubts.since == nil && doubts.sentences == [] && doubts.agreedAt == time(4))
        let last = doubts.take([bruno: "Bruno has 7"], at: time(5))
        doubts.forget([bruno])
        // That is no proof that anything fits together.
        #expect(last && doubts.since == nil && doubts.sentences == [] && doubts.agreedAt == time(4))
    }
}
