/// What has to hold whatever happens; the numbers are those of the design's list.
enum Invariant: Int, CaseIterable, Sendable {
    case hints = 1, deliveries, accounting, facts, alerts, deduplicated, blindRepeats, blindSkips, markFirst,
        onlyDoubtful
    case oneInFlight, order
    case fairness = 13
    case idempotence = 15, interleaving, watermark, chain, served
    case shownBalance = 20, eitherOr, entriesKept, oneRow, oneClaim
    case entryOrder, admission, exits, total, progress
    case delays = 30, clocks
    case signOut = 33, ownLogin
    case images = 35, fullDisk
    case purge = 41
    case listed = 43
    case hash = 45
    // The simulation's own, beyond the design's list.
    case held = 51, silences, seen, ended, steps, windows, readers, inhibition, living, rates, repeats

    /// As people are told of it.
    var text: String {
        switch self {
        case .hints: "every journalled hint is resolved, open or reported, and the three add up"
        case .deliveries: "every alert has exactly one delivery for each target"
        case .accounting:
            "alerts are delivered, queued, attempting, in doubt, skipped, dead or discarded, at every instant"
        case .facts: "after the faults the facts are the server's"
        case .alerts: "each transaction made after the beginning has exactly one alert"
        case .deduplicated: "a deduplicating target shows each alert"
        case .blindRepeats:
            "a blind target shows each alert; repeats are no more than crashes and lost answers, and marked"
        case .blindSkips: "a blind target that skips shows each alert at most once, and every skip is recorded"
        case .markFirst: "nothing is sent before its mark is on the disk"
        case .onlyDoubtful: "only what was marked at a crash is in doubt after it"
        case .oneInFlight: "one attempt at a time for each target"
        case .order: "first attempts follow the order in which they were caused"
        case .fairness: "a target that fails delays no other"
        case .idempotence: "a commit that is made twice changes nothing the second time"
        case .interleaving: "duplicate, reordered and delayed answers end in the same facts"
        case .watermark: "it never moves by a failed scan, and never past a scan's beginning"
        case .chain: "the newest row ends at the child's balance, or money moved without one"
        case .served: "the server's columns hold only what an answer has contained"
        case .shownBalance: "the balance that is shown is the server's and what waits, each entry once"
        case .eitherOr: "nobody sees an entry and its row together, or neither"
        case .entriesKept: "each accepted entry is confirmed, parked, discarded or waits; none disappears"
        case .oneRow: "one entry makes one row, unless the server was later than could be expected"
        case .oneClaim: "no two entries are one row, and none is a row from before it"
        case .entryOrder: "the entries of a child come in the order of their acceptance"
        case .admission: "what was refused leaves no row; what was accepted survives a kill"
        case .exits: "without faults everything comes to rest"
        case .total: "whatever happens in whichever state, nothing traps"
        case .progress: "progress never goes back"
        case .delays: "no wait is longer than its cap"
        case .clocks: "a clock that is set leaves all due times within their caps"
        case .signOut: "what is kept survives the loss of the login"
        case .ownLogin: "nothing is sent under another login than the one that has ordered it"
        case .images: "at any cut of writes and syncs the store opens, sound, with everything acknowledged"
        case .fullDisk: "a full disk loses nothing acknowledged, and all is well once there is room"
        case .purge: "purging removes nothing that is referenced, and no memory of what was told"
        case .listed: "whatever needs a person, was given up or skipped says why"
        case .hash: "the same seed gives the same trace"
        case .held: "what is held is told at its hour and not before, and never lost"
        case .silences: "what somebody wants silence about ends skipped and says so, and nothing else does"
        case .seen: "of what somebody has seen no further reminder leaves"
        case .ended: "of what is over nothing further leaves but its end"
        case .steps: "reminders and those who are told next come once each, in order, and not too soon"
        case .windows: "a window tells its first message at once, and at its end exactly what it has gathered"
        case .readers: "a child's target is told of that child alone, and nothing that is for parents"
        case .inhibition: "what a rule does not want told while something is wrong is not"
        case .living: "a child has one living message at a target"
        case .rates: "a target is sent no more than it takes"
        case .repeats: "nothing is told twice at a target that is not marked as a repeat"
        }
    }
}
