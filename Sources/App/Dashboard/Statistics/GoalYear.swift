import JSON
import Values

/// How a goal came on in up to a year: from a line of the answer to `reports/goals`.
struct GoalYear: Sendable {
    /// Whose and what for, as people may have typed it.
    let title: String
    let target: Decimal
    /// Since 1970, the oldest first.
    private let marks: [(day: Int, saved: Decimal)]

    /// As many as anybody tells apart on a picture.
    static let most = 6

    /// - Returns: `nil` of what cannot be read.
    init?(_ line: JSONValue) {
        guard let target = Decimal(line.text("target")) else { return nil }
        self.target = target
        title = "\(line["child"]?.text("firstName") ?? ""), \(line.text("name"))"
        marks = line.list("marks").compactMap { mark in
            guard let day = CivilDate(mark.text("day")), let saved = Decimal(mark.text("saved")) else { return nil }
            return (day.daysSince1970, saved)
        }
    }

    /// What had been saved at the end of each day; `nil` before that was known.
    func saved(in days: Range<Int>) -> [Decimal?] {
        let known = Dictionary(marks.map { ($0.day, $0.saved) }) { _, last in last }
        var saved: Decimal?
        return days.map { day in
            saved = known[day] ?? saved
            return saved
        }
    }

    /// The last of each day on which something changed.
    func changes(in days: Range<Int>) -> [(day: Int, saved: Decimal)] {
        let last = Dictionary(marks.map { ($0.day, $0.saved) }) { _, last in last }
        return last.filter { days.contains($0.key) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
