/// What one machine makes of every event in every state: made by running it, so that it says what happens and not what was meant.
struct TransitionTable: Sendable {
    let title: String
    let about: String
    /// Above the first column.
    let corner: String
    let events: [String]
    let rows: [(state: String, results: [String])]

    /// - Parameters:
    ///   - states: each with a machine that is in it.
    ///   - events: each does something to a machine and says what it is then.
    init<Machine>(
        _ title: String, _ about: String, corner: String = "state", states: [(String, Machine)],
        events: [(String, (inout Machine) -> String)]
    ) {
        self.title = title
        self.about = about
        self.corner = corner
        self.events = events.map(\.0)
        rows = states.map { name, machine in
            let results = events.map { _, event in
                var machine = machine
                return event(&machine)
            }
            return (name, results)
        }
    }

    /// As a guide has it: what stays as it is, is a dot.
    var markdown: String {
        let head = ([corner] + events).map { " \($0) |" }.joined()
        let lines = rows.map { state, results in
            "| **\(state)** |" + results.map { " \($0 == state ? "·" : $0) |" }.joined()
        }
        let rule = "|" + String(repeating: "---|", count: events.count + 1)
        return (["## \(title)", "", about, "", "|" + head, rule] + lines + [""]).joined(separator: "\n")
    }
}
