import TestNumbers
import Testing

@testable import Relay

@Suite("Who shows a popup")
struct PopupDeskTests {
    private typealias Agent = PopupDesk.Agent
    private let one = Agent(number: 1)
    private let two = Agent(number: 2)
    private let other = Agent(number: 3)

    /// Two agents of the target mum, one of dad's.
    private var desk: PopupDesk {
        var desk = PopupDesk()
        desk.came(one, for: "mum")
        desk.came(two, for: "mum")
        desk.came(other, for: "dad")
        return desk
    }

    @Test("where nobody is, nobody has shown it")
    func nobody() {
        var desk = PopupDesk()
        #expect(desk.offer("a", to: "mum") == [.settle(delivery: "a", .nobody)])
        desk.came(other, for: "dad")
        #expect(!desk.isAnybodyThere(for: "mum") && desk.isAnybodyThere(for: "dad"))
        #expect(desk.offer("a", to: "mum") == [.settle(delivery: "a", .nobody)])
    }

    @Test("all agents of the target show it, no others; the first answer counts, and later ones mean nothing")
    func first() {
        var desk = desk
        #expect(desk.offer("a", to: "mum") == [.show(delivery: "a", one), .show(delivery: "a", two)])
        #expect(desk.answered(.shown, to: "a", by: other).isEmpty, "it was not asked")
        #expect(desk.answered(.shown, to: "b", by: one).isEmpty, "nobody offered that")
        #expect(desk.answered(.shown, to: "a", by: two) == [.settle(delivery: "a", .shown)])
        #expect(desk.answered(.shown, to: "a", by: one).isEmpty && desk.answered(.notShown, to: "a", by: one).isEmpty)
        #expect(desk.limitPassed("a").isEmpty && desk.left(one).isEmpty)
    }

    @Test("who cannot show anything is sent away, and if nobody can, nobody has it")
    func notShown() {
        var desk = desk
        _ = desk.offer("a", to: "mum")
        #expect(desk.answered(.notShown, to: "a", by: one) == [.dismiss(one)])
        #expect(desk.answered(.notShown, to: "a", by: two) == [.dismiss(two), .settle(delivery: "a", .nobody)])
        #expect(!desk.isAnybodyThere(for: "mum"))
    }

    @Test("one that leaves without a word may have it on the screen, whatever the others say of theirs")
    func left() {
        var desk = desk
        _ = desk.offer("a", to: "mum")
        #expect(desk.left(one).isEmpty && desk.left(one).isEmpty)
        #expect(desk.answered(.notShown, to: "a", by: two) == [.dismiss(two), .settle(delivery: "a", .lost)])
        desk = self.desk
        _ = desk.offer("a", to: "mum")
        _ = desk.left(one)
        #expect(desk.answered(.shown, to: "a", by: two) == [.settle(delivery: "a", .shown)], "one of two is enough")
    }

    @Test("who does not answer in time is sent away, and is owed nothing afterwards")
    func limit() {
        var desk = desk
        _ = desk.offer("a", to: "mum")
        #expect(desk.limitPassed("a") == [.dismiss(one), .dismiss(two), .settle(delivery: "a", .lost)])
        #expect(!desk.isAnybodyThere(for: "mum") && desk.isAnybodyThere(for: "dad"))
        #expect(desk.answered(.shown, to: "a", by: one).isEmpty)
    }

    @Test("whatever happens in whichever order, each popup is settled exactly once", arguments: 0..<50)
    func walk(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        var desk = PopupDesk()
        var settled: [String: Int] = [:]
        var offered: Set<String> = []
        func note(_ actions: [PopupDesk.Action]) {
            for case .settle(let delivery, _) in actions { settled[delivery, default: 0] += 1 }
        }
        for step in 0..<200 {
            let agent = Agent(number: UInt64.random(in: 1...5, using: &numbers))
            let delivery = "d\(step - Int.random(in: 0...3, using: &numbers))"
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: desk.came(agent, for: ["mum", "dad"][Int(agent.number % 2)])
            case 1: note(desk.left(agent))
            case 2:
                offered.insert("d\(step)")
                note(desk.offer("d\(step)", to: ["mum", "dad"].randomElement(using: &numbers)!))
            case 3: note(desk.answered(.shown, to: delivery, by: agent))
            case 4: note(desk.answered(.notShown, to: delivery, by: agent))
            default: note(desk.limitPassed(delivery))
            }
        }
        for delivery in offered { note(desk.limitPassed(delivery)) }
        #expect(Set(settled.keys) == offered && settled.values.allSatisfy { $0 == 1 })
    }
}
