import Store
import Testing

@testable import SyncEngine

@Suite("Hints on their way into the journal")
struct HintIntakeTests {
    private func intake() -> HintIntake { HintIntake(spacing: .milliseconds(2)) }

    @Test func `a burst waits for the end of the spacing and is one batch`() {
        var intake = intake()
        #expect(intake.due == nil && intake.batch(at: .zero) == nil)
        _ = intake.add([.frame(.something)], dropped: 0, open: 0)
        #expect(intake.due == .zero && intake.batch(at: .zero)?.count == 1)
        _ = intake.add([.frame(.something)], dropped: 0, open: 1)
        _ = intake.add([.frame(.something)], dropped: 0, open: 1)
        #expect(intake.due == .milliseconds(2) && intake.batch(at: .milliseconds(1)) == nil)
        #expect(intake.batch(at: .milliseconds(2))?.count == 2)
        #expect(intake.due == nil)
    }

    @Test func `whoever ends waits for no further burst`() {
        var intake = intake()
        _ = intake.add([.frame(.something)], dropped: 0, open: 0)
        _ = intake.batch(at: .zero)
        _ = intake.add([.frame(.something)], dropped: 0, open: 1)
        intake.hurry()
        #expect(intake.batch(at: .zero)?.count == 1)
    }

    @Test func `what waits takes room like what is open, and the rest is dropped`() {
        var intake = intake()
        let hints = Array(repeating: Hint.frame(.something), count: 3)
        let first = intake.add(hints, dropped: 0, open: HintBook.openLimit - 4)
        let second = intake.add(hints, dropped: 0, open: HintBook.openLimit - 4)
        #expect(first == nil && second?.dropped == 2)
        #expect(intake.batch(at: .zero)?.count == 4)
    }

    @Test func `that hints are dropped is said once, until fewer are open`() {
        var intake = intake()
        func isSaid(_ dropped: Int, open: Int) -> Bool? { intake.add([], dropped: dropped, open: open)?.isFirst }
        #expect(isSaid(1, open: HintBook.openLimit) == true)
        #expect(isSaid(1, open: HintBook.openLimit) == false)
        #expect(isSaid(0, open: HintBook.openLimit / 2) == nil)
        #expect(isSaid(1, open: HintBook.openLimit) == false)
        #expect(isSaid(0, open: HintBook.openLimit / 2 - 1) == nil)
        #expect(isSaid(1, open: HintBook.openLimit) == true)
    }
}
