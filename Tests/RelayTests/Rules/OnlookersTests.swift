import Testing

@testable import Relay

@Suite("Whose look at an alert counts for whom")
struct OnlookersTests {
    private let onlookers = Onlookers([
        Person(targets: ["mum", "tablet"]), Person(targets: ["dad"]),
        Person(targets: ["alice", "alice-phone", "tablet"], child: "Alice"),
        Person(targets: ["watch"], child: "alice"), Person(targets: ["bruno"], child: "c2"),
    ])

    @Test(
        "a parent's look counts for all; a child's for what nobody else reads, and a shared place may have been the child's",
        arguments: [
            ("mum", "dad", true), ("mum", "alice", true), ("hall", "mum", true), ("pocketbell seen", "mum", true),
            ("alice", "alice", true), ("alice", "alice-phone", true), ("alice", "watch", true),
            ("alice", "mum", false), ("alice", "bruno", false), ("alice", "hall", false), ("alice", "tablet", false),
            ("tablet", "tablet", true), ("tablet", "mum", false), ("tablet", "alice", true), ("bruno", "alice", false),
        ])
    func looks(_ place: String, _ target: String, _ counts: Bool) {
        #expect(onlookers.count(at: place, for: target, told: []) == counts)
    }

    @Test("where only the child was told first, its look keeps those who would be told next from being told")
    func first() {
        #expect(onlookers.count(at: "alice", for: "mum", told: ["alice"]))
        #expect(onlookers.count(at: "alice", for: "mum", told: ["alice-phone", "alice"]))
        for told in [[], ["mum"], ["alice", "mum"], ["alice", "bruno"], ["tablet"]] {
            #expect(!onlookers.count(at: "alice", for: "mum", told: told), "\(told)")
        }
    }
}
