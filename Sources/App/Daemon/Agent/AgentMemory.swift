import JSON
import Store
package import Values

/// What an agent must not forget: what it has shown, and what its watcher was not told yet.
package struct AgentMemory: Sendable, Equatable {
    /// Identities of popups, the newest last.
    private(set) var shown: [String] = []
    /// Alerts that a person has seen, in order, of which the watcher does not know.
    private(set) var unsent: [String] = []
    /// Alerts whose chores a person has approved, in order, of which the watcher does not know.
    private(set) var unsentApprovals: [String] = []

    /// A repeat comes soon; what is older nobody sends again.
    private static let mostShown = 500
    /// The keys of some days.
    private static let mostUnsent = 2_000
    /// In one message.
    static let batch = 100

    package init() {}

    /// Whether the watcher knows all of it.
    var isAllSent: Bool { unsent.isEmpty && unsentApprovals.isEmpty }

    mutating func wasShown(_ delivery: String) {
        shown.removeAll { $0 == delivery }
        shown.append(delivery)
        shown.removeFirst(max(0, shown.count - Self.mostShown))
    }

    mutating func wereSeen(_ alerts: [String]) {
        unsent += alerts.filter { !unsent.contains($0) }
        unsent.removeFirst(max(0, unsent.count - Self.mostUnsent))
    }

    mutating func wasApproved(_ alert: String) {
        if !unsentApprovals.contains(alert) { unsentApprovals.append(alert) }
        unsentApprovals.removeFirst(max(0, unsentApprovals.count - Self.batch))
    }

    mutating func wasSent(approved alert: String) { unsentApprovals.removeAll { $0 == alert } }

    mutating func wereSent(_ alerts: [String]) { unsent.removeAll { alerts.contains($0) } }

    // MARK: In a file

    /// As its file has it.
    var json: JSONValue {
        [
            "shown": .array(shown.map { .string($0) }), "unsent": .array(unsent.map { .string($0) }),
            "approved": .array(unsentApprovals.map { .string($0) }),
        ]
    }

    init(_ node: JSONNode) throws(JSONError) {
        func texts(_ name: String) throws(JSONError) -> [String] {
            var texts: [String] = []
            for element in try node.optional(name)?.elements() ?? [] { texts.append(try element.string()) }
            return texts
        }
        shown = try texts("shown").suffix(Self.mostShown)
        unsent = try texts("unsent").suffix(Self.mostUnsent)
        unsentApprovals = try texts("approved").suffix(Self.batch)
    }

    /// A file that cannot be read is worth no more than a repeat: it is begun anew.
    package init(file path: String) {
        guard let bytes = try? PrivateFile.read(path, limit: 1 << 20), let value = try? JSONValue(parsing: bytes),
            let memory = try? AgentMemory(JSONNode(value))
        else { return }
        self = memory
    }

    /// - Throws: what the disk says.
    package func write(to path: String) throws(SystemError) {
        try PrivateFile.replace(path, with: Array(json.description.utf8))
    }
}
