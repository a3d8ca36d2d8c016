import Measuring

/// What was measured with one number of stored rows: the least of all rounds, because what else the machine does only
/// adds to it.
struct Costs: CustomStringConvertible {
    let rows: Int
    var eventCPU = Double.infinity
    var eventWall = Double.infinity
    var lists = 0.0
    var busyEventCPU = Double.infinity
    var busyLists = 0.0
    var statusCPU = Double.infinity
    var statusWall = Double.infinity
    var pageCPU = Double.infinity
    var pageWall = Double.infinity
    var reportCPU = Double.infinity
    var reportWall = Double.infinity
    var catchUp = Double.infinity

    init(rows: Int) { self.rows = rows }

    var description: String {
        """
        \(rows) rows: event \(Self.text(eventCPU)) ms CPU, \(Self.text(eventWall)) ms, \(Self.text(lists)) lists; \
        with 250 recent rows \(Self.text(busyEventCPU)) ms CPU, \(Self.text(busyLists)) lists; \
        status \(Self.text(statusCPU)) ms CPU, \(Self.text(statusWall)) ms; \
        newest 50 \(Self.text(pageCPU)) ms CPU, \(Self.text(pageWall)) ms; \
        a year by month \(Self.text(reportCPU)) ms CPU, \(Self.text(reportWall)) ms; \
        10,000 missed \(Self.text(catchUp / 1_000)) s
        """
    }

    /// What costs clearly more here than with fewer rows. The bounds are generous: a statement that looks at every row
    /// costs ten to a hundred times as much, noise some tenths. What takes less than a millisecond is not judged.
    func faults(beside few: Costs) -> [String] {
        let pairs = [
            ("an event", eventCPU, few.eventCPU, 2.0),
            ("an event with 250 recent rows", busyEventCPU, few.busyEventCPU, 2.0),
            ("status", statusCPU, few.statusCPU, 2.5), ("the newest 50", pageCPU, few.pageCPU, 2.5),
            // Of more days: 1,000 rows are some hours of each child, 100,000 weeks.
            ("a year by month", reportCPU, few.reportCPU, 20),
        ]
        var faults = pairs.filter { $0.1 > max($0.2 * $0.3, 1) }.map {
            "\($0.0) costs \(Self.text($0.1)) ms of CPU with \(rows) rows, \(Self.text($0.2)) with \(few.rows)"
        }
        if lists > 1.05 || busyLists > 1.05 {
            faults.append("an event asks for \(Self.text(max(lists, busyLists))) lists instead of 1")
        }
        return faults
    }

    private static func text(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}
