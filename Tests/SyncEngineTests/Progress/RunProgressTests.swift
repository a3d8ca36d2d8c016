import SyncEngine
import TestNumbers
import Testing

@Suite("Progress of a run")
struct RunProgressTests {
    private func hundredths(_ progress: RunProgress) -> Int? {
        if case .running(_, let hundredths) = progress.phase { hundredths } else { nil }
    }

    @Test("nothing to do is no run")
    func resting() {
        var progress = RunProgress()
        progress.update([:])
        progress.update([.lists: 0, .entries: 0])
        progress.update([.check: -1])
        #expect(progress.phase == .resting && progress.runs == 0)
    }

    @Test("sending has the first 60 hundredths, reading the next 35, comparing the rest; the end is rest")
    func shares() {
        var progress = RunProgress()
        progress.update([.entries: 2, .lists: 4, .check: 1])
        #expect(progress.phase == .running(.pushing, hundredths: 0))
        progress.update([.entries: 1])
        #expect(progress.phase == .running(.pushing, hundredths: 30))
        progress.update([.entries: 0])
        #expect(progress.phase == .running(.pulling, hundredths: 60))
        progress.update([.lists: 2])
        #expect(progress.phase == .running(.pulling, hundredths: 77))
        progress.update([.lists: 0])
        #expect(progress.phase == .running(.resolving, hundredths: 95))
        progress.update([.check: 0])
        #expect(progress.phase == .resting && progress.runs == 1)
        progress.update([.records: 1])
        #expect(progress.phase == .running(.pulling, hundredths: 60), "a new run begins anew")
        #expect(progress.runs == 2)
    }

    @Test("what turns up meanwhile makes it longer, and never takes back what was shown")
    func more() {
        var progress = RunProgress()
        progress.update([.lists: 2, .check: 1])
        progress.update([.lists: 1])
        #expect(hundredths(progress) == 77)
        progress.update([.lists: 30])
        #expect(hundredths(progress) == 77)
        progress.update([.entries: 3])
        #expect(progress.phase == .running(.pushing, hundredths: 77))
    }

    @Test("a run that somebody follows goes on until that is over, with as many lists as are expected")
    func followed() {
        var progress = RunProgress()
        progress.expect(10)
        #expect(progress.phase == .running(.pulling, hundredths: 60))
        progress.update([.lists: 2, .check: 1])
        progress.update([.lists: 0])
        progress.update([.check: 0])
        #expect(progress.phase == .running(.resolving, hundredths: 67), "two of ten")
        progress.update([.records: 8, .check: 1])
        progress.update([.records: 4])
        #expect(progress.phase == .running(.pulling, hundredths: 81))
        progress.update([.records: 0])
        #expect(progress.phase == .running(.resolving, hundredths: 95))
        progress.update([.check: 0])
        #expect(progress.phase == .running(.resolving, hundredths: 95), "still followed")
        progress.expect(nil)
        #expect(progress.phase == .resting && progress.runs == 1)
        progress.expect(nil)
        #expect(progress.phase == .resting)
    }

    @Test("whatever comes, progress stays below its end, never goes back within a run, and ends", arguments: 0..<50)
    func walk(_ seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var (progress, last) = (RunProgress(), (run: 0, hundredths: 0))
        for _ in 0..<400 {
            let sort = RunProgress.Work.allCases.randomElement(using: &numbers) ?? .lists
            switch Int.random(in: 0..<12, using: &numbers) {
            case 0: progress.expect(Int.random(in: 0..<20, using: &numbers))
            case 1: progress.expect(nil)
            default: progress.update([sort: Int.random(in: -1..<6, using: &numbers)])
            }
            guard let now = hundredths(progress) else { continue }
            #expect(0..<100 ~= now)
            if progress.runs == last.run { #expect(now >= last.hundredths) }
            last = (progress.runs, now)
        }
        progress.update(Dictionary(uniqueKeysWithValues: RunProgress.Work.allCases.map { ($0, 0) }))
        progress.expect(nil)
        #expect(progress.phase == .resting)
    }
}
