import Testing

@testable import SQLite

@Suite("When the log is moved into the file")
struct CheckpointScheduleTests {
    private let worth = CheckpointSchedule.worth
    private let limit = CheckpointSchedule.limit
    private let excess = CheckpointSchedule.excess

    @Test("a log that is worth it waits for a pause, and for nothing else below the limit")
    func rest() {
        var schedule = CheckpointSchedule()
        #expect(schedule.pause == nil && schedule.rested() == .nothing)
        #expect(schedule.committed(worth - 1) == .nothing && schedule.pause == nil && schedule.rested() == .nothing)
        for size in worth..<limit {
            #expect(schedule.committed(size) == .nothing && schedule.pause == CheckpointSchedule.rest)
        }
        #expect(schedule.rested() == .move)
        // Once: an idle writer sleeps.
        #expect(schedule.pause == nil && schedule.rested() == .nothing)
    }

    @Test("without a pause it is moved at the limit")
    func limits() {
        var schedule = CheckpointSchedule()
        #expect(schedule.committed(limit - 1) == .nothing)
        #expect(schedule.committed(limit) == .move)
        #expect(schedule.pause == nil && schedule.rested() == .nothing)
    }

    @Test("one that began anew counts from its beginning, one that a reader keeps from its last move")
    func gains() {
        var schedule = CheckpointSchedule()
        #expect(schedule.committed(limit) == .move)
        #expect(schedule.committed(3) == .nothing && schedule.pause == nil)
        #expect(schedule.committed(worth) == .nothing && schedule.pause != nil)
        #expect(schedule.rested() == .move)
        // It goes on: somebody reads.
        #expect(schedule.committed(worth * 2 - 1) == .nothing && schedule.pause == nil)
        #expect(schedule.committed(worth * 2) == .nothing && schedule.rested() == .move)
        #expect(schedule.committed(worth * 2 + limit) == .move)
    }

    @Test("a log that has become far too large is emptied as soon as that can be, and one that was emptied is small")
    func excessive() {
        var schedule = CheckpointSchedule()
        #expect(schedule.committed(excess) == .moveAndEmpty)
        schedule.emptied()
        #expect(schedule.pause == nil && schedule.rested() == .nothing)
        // A reader was in the way: the next commit tries again.
        #expect(schedule.committed(excess + 1) == .moveAndEmpty)
        schedule.emptied()
        #expect(schedule.committed(excess - 1) == .move)
        #expect(schedule.committed(excess - 1 + worth) == .nothing)
        #expect(schedule.rested() == .moveAndEmpty)
    }
}
