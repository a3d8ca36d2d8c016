import JSON
import Runtime
import SignalRProtocol
import Testing

@testable import SignalRServer

@Suite("Schedule of calls")
struct CallScheduleTests {
    private func call(_ id: String, stream: Bool = false, bytes: Int = 0) -> QueuedCall {
        let arguments = [UInt8](repeating: 0x20, count: bytes)
        return QueuedCall(call: InvocationMessage("m", arguments: arguments, id: id), wantsStream: stream, uploads: [])
    }

    private func next(_ schedule: inout CallSchedule) -> String? {
        switch schedule.next() {
        case .run(let queued): queued.call.id
        case .refuse(let queued): "refused " + (queued.call.id ?? "")
        case nil: nil
        }
    }

    @Test("runs so many calls at a time, in order")
    func order() {
        var schedule = CallSchedule(parallel: 2, beside: 1, limit: 10_000)
        for number in 0..<4 { schedule.add(call("\(number)")) }
        let first = [next(&schedule), next(&schedule), next(&schedule)]
        #expect(first == ["0", "1", nil])
        schedule.ended(wasBeside: false)
        let second = [next(&schedule), next(&schedule)]
        #expect(second == ["2", nil])
    }

    @Test("begins streams in order, lets them run beside, and refuses too many")
    func streams() {
        var schedule = CallSchedule(parallel: 1, beside: 2, limit: 10_000)
        for id in ["s1", "s2", "s3"] { schedule.add(call(id, stream: true)) }
        schedule.add(call("c1"))
        schedule.add(call("s4", stream: true))
        schedule.add(call("c2"))
        schedule.add(call("s5", stream: true))
        let taken = (0..<4).map { _ in next(&schedule) }
        #expect(taken == ["s1", "s2", "refused s3", "c1"])
        schedule.ended(wasBeside: true)
        // A stream needs no place among the calls; behind a call that waits for one it waits too.
        let more = [next(&schedule), next(&schedule)]
        #expect(more == ["s4", nil])
        schedule.ended(wasBeside: false)
        schedule.ended(wasBeside: true)
        let last = [next(&schedule), next(&schedule)]
        #expect(last == ["c2", "s5"])
    }

    @Test("a call that moves beside the others makes room for the next, unless too many run there")
    func beside() {
        var schedule = CallSchedule(parallel: 1, beside: 1, limit: 10_000)
        for number in 0..<3 { schedule.add(call("\(number)")) }
        let first = [next(&schedule), next(&schedule)]
        #expect(first == ["0", nil])
        let hasMoved = schedule.moveBeside()
        let second = next(&schedule)
        #expect(hasMoved && second == "1")
        let movesToo = schedule.moveBeside()
        #expect(!movesToo)
        schedule.ended(wasBeside: true)
        let none = next(&schedule)
        schedule.ended(wasBeside: false)
        let third = next(&schedule)
        #expect(none == nil && third == "2")
        #expect(schedule.runningCalls == 1 && schedule.runningBeside == 0)
    }

    @Test("has no room above its limit, whether the calls are many or large")
    func bound() {
        var schedule = CallSchedule(parallel: 1, beside: 1, limit: 10_000)
        schedule.add(call("1", bytes: 20_000))
        #expect(!schedule.hasRoom)
        _ = schedule.next()
        #expect(schedule.hasRoom && schedule.waitingBytes == 0)
        for number in 0..<100 where schedule.hasRoom { schedule.add(call("\(number)")) }
        #expect(schedule.waitingCount < 45)
        schedule.removeAll()
        #expect(schedule.hasRoom && schedule.waitingCount == 0)
    }

    @Test("lets go of a call that still waits")
    func removal() {
        var schedule = CallSchedule(parallel: 1, beside: 1, limit: 10_000)
        for number in 0..<3 { schedule.add(call("\(number)")) }
        _ = schedule.next()
        let removed = [schedule.remove(id: "1")?.call.id, schedule.remove(id: "0")?.call.id]
        #expect(removed == ["1", nil])
        schedule.ended(wasBeside: false)
        let last = next(&schedule)
        #expect(last == "2")
        #expect(schedule.waitingBytes == 0)
    }

    @Test("keeps the tasks of running calls, and cancels those that are only being made")
    func running() {
        var running = RunningCalls()
        let one = running.add(id: "1")
        let again = running.add(id: "1")
        #expect(one != nil && again == nil)
        let nobody = running.cancel(id: "1")
        #expect(nobody == nil)
        let task = Task {}
        let mustCancel = running.started(one ?? 0, task)
        #expect(mustCancel)
        running.remove(one ?? 0, id: "1")
        let late = running.started(one ?? 0, task)
        #expect(!late && running.count == 0)
        let free = running.add(id: "1")
        #expect(free != nil)
    }

    @Test("a call that uploads costs what its streams cost: many in few messages end the room as well")
    func uploads() {
        var schedule = CallSchedule(parallel: 1, beside: 1, limit: 64 * 1024)
        var streams = 0
        while schedule.hasRoom {
            let ids = (0..<7000).map { "\($0)" }
            let call = InvocationMessage("m", arguments: json("[]"), id: nil, streamIDs: ids)
            schedule.add(QueuedCall(call: call, wantsStream: false, uploads: []))
            streams += ids.count
        }
        #expect(streams == 7000)
        while let turn = schedule.next() {
            if case .run(let queued) = turn { schedule.ended(wasBeside: queued.runsBeside) }
        }
        #expect(schedule.waitingBytes == 0)
    }
}
