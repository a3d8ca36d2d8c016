import Store
import SyncEngine
import Values

@testable import Relay
@testable import SyncEngine

/// What is to happen next, and when: the only order that there is in a run.
struct Agenda {
    /// Something that happens at its moment. What names a life of the program happens in that life only.
    enum Happening {
        case stimulus(Stimulus)
        /// The program is started.
        case start(life: Int)
        case event(SyncEvent, engine: Int, life: Int)
        case tick(engine: Int, life: Int)
        /// A question arrives at the server.
        case question(Question, askedAt: Timestamp, engine: Int, life: Int)
        /// Its answer is there: made of the wall clock at that moment.
        case reply(engine: Int, life: Int, (Timestamp) -> SyncEvent)
        /// A request to make a row arrives at the server, whatever has become of the program.
        case request(World.Sending)
        /// A question for the list that shows an order arrives at the server.
        case evidence(World.Look)
        /// The server makes what it has put off.
        case makeLate(World.Sending, isTooLate: Bool)
        case hubMessage(Hint.Subject, String)
        case look(lane: Int, life: Int)
        /// A message arrives at its target, whatever has become of the program.
        case arrival(lane: Int, Delivered)
        case verdict(lane: Int, Verdict, life: Int)
        case diskIsFree
        /// Something may be to follow what nobody has seen.
        case reminders(life: Int)
        case deskIsBack
    }

    /// A message under way.
    struct Delivered {
        let alerts: [AlertRow.Key]
        let isMarkedRepeat: Bool
        /// It changes one that is shown.
        let isEdit: Bool
        let life: Int
        /// The processes' count of it; `nil` once it was lost on the way.
        let fault: (fault: SinkModel.Fault, seconds: Int)?
    }

    private struct Entry {
        let at: Int
        let number: Int
        let happening: Happening
    }

    private var heap: [Entry] = []
    private var count = 0

    var isEmpty: Bool { heap.isEmpty }

    mutating func add(_ happening: Happening, at moment: Int) {
        count += 1
        heap.append(Entry(at: moment, number: count, happening: happening))
        var index = heap.count - 1
        while index > 0, isBefore(index, (index - 1) / 2) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func next() -> (at: Int, happening: Happening)? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (first.at, first.happening)
    }

    private mutating func sink() {
        var index = 0
        while true {
            let children = [2 * index + 1, 2 * index + 2].filter { $0 < heap.count }
            guard let child = children.min(by: { isBefore($0, $1) }), isBefore(child, index) else { return }
            heap.swapAt(index, child)
            index = child
        }
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        (heap[left].at, heap[left].number) < (heap[right].at, heap[right].number)
    }
}
