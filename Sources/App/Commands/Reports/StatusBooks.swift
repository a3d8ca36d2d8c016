import Daemon
import JSON

/// What of a status adds up, for people: how much was taken in, what became of it, and how long the oldest has waited.
enum StatusBooks {
    /// One line for each sum; none for what there never was anything of.
    static func sums(_ status: JSONNode, _ readable: Readable) throws(JSONError) -> [String] {
        let counts = try status.required("counts")
        let things = [
            try counts.count("children", "child", "children"), try counts.count("transactions", "transaction"),
            try counts.count("alerts", "alert"),
        ]
        let lines = [
            try run(status), things.joined(separator: ", "),
            try sum(
                counts, of: "hints", "announcement of the hub", "announcements of the hub",
                [("hintsResolved", "answered"), ("hintsOpen", "open"), ("hintsReported", "never found")]),
            try sum(
                counts, of: "intents", "entry", "entries",
                [
                    ("intentsConfirmed", "made"), ("intentsWaiting", "waiting"), ("intentsParked", "parked"),
                    ("intentsDiscarded", "given up"), ("intentsSuperseded", "overtaken"),
                ]),
            try lastFacts(status), try scans(status, readable),
        ]
        return lines.filter { !$0.isEmpty }
    }

    /// What is going on; empty at rest, and where a problem says it.
    private static func run(_ status: JSONNode) throws(JSONError) -> String {
        guard let run = try status.optional("run") else { return "" }
        switch try run.cell("state") {
        case "syncing": return "at work: \(try SyncReport.words(run))"
        case "offline":
            let count = try run.cell("count")
            let waiting = count == "0" ? "" : "; \(try run.count("count", "entry waits", "entries wait")) for it"
            return "the server is not reached\(waiting)"
        case "conflict":
            return "\(try run.count("count", "change waits", "changes wait")) for your decision: pocketbell conflicts"
        default: return ""
        }
    }

    private static func sum(
        _ counts: JSONNode, of name: String, _ noun: String, _ plural: String, _ parts: [(String, String)]
    ) throws(JSONError) -> String {
        guard !["", "0"].contains(try counts.cell(name)) else { return "" }
        let words = try parts.map { name, word throws(JSONError) in
            let count = try counts.cell(name)
            // Few know what that is, and few ever have one.
            return word == "overtaken" && ["", "0"].contains(count) ? "" : "\(count) \(word)"
        }
        let said = words.filter { !$0.isEmpty }.joined(separator: ", ")
        return "\(try counts.count(name, noun, plural)): \(said)"
    }

    /// How the newest transactions were learned of; the history of a first sign-in says nothing of that.
    private static func lastFacts(_ status: JSONNode) throws(JSONError) -> String {
        guard let facts = try status.optional("lastFacts") else { return "" }
        let (hinted, scanned) = (try facts.required("hint").int(), try facts.required("scan").int())
        guard hinted + scanned > 0 else { return "" }
        let ways = ["\(hinted) announced", "\(scanned) found by a scan"]
        return "the last \(hinted + scanned) to come: \(ways.joined(separator: ", "))"
    }

    /// The children whose scans are of one age stand together.
    private static func scans(_ status: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        var groups: [(age: String, names: [String])] = []
        for scan in try status.optional("lastScans")?.elements() ?? [] {
            let age = try readable.age(scan, "at")
            let name = try scan.firstName()
            if let index = groups.firstIndex(where: { $0.age == age }) {
                groups[index].names.append(name)
            } else {
                groups.append((age, [name]))
            }
        }
        let said = groups.map { "\($0.names.joined(separator: ", ")) \($0.age.isEmpty ? "never" : $0.age)".harmless }
        return said.isEmpty ? "" : "last complete scan: " + said.joined(separator: "; ")
    }

    /// What has waited longest of each sort; empty where nothing waits.
    static func oldest(_ status: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        guard let oldest = try status.optional("oldest") else { return "" }
        let sorts = [("hint", "announcement"), ("intent", "entry"), ("delivery", "delivery")]
        let said = try sorts.map { name, noun throws(JSONError) in
            let age = try readable.age(oldest, name)
            return age.isEmpty ? "" : "\(noun) \(age)"
        }
        let waiting = said.filter { !$0.isEmpty }
        return waiting.isEmpty ? "" : "oldest open: " + waiting.joined(separator: ", ")
    }
}
