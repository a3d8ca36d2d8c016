import Daemon
import JSON
import Runtime
import TextFormats
import Values

/// Says what the JSON of an answer holds as people say it: moments in their zone, amounts in the family's currency, and
/// words as the command line spells them.
struct Readable: Sendable {
    let time: ReadableTime
    let zone: TimeZone
    let now: Timestamp

    /// - Parameter now: what "today" and "ago" are seen from.
    init(in zone: TimeZone, now: Timestamp = WallClock.system.now) {
        self.zone = zone
        self.now = now
        time = ReadableTime(in: zone, now: now)
    }

    /// The zone of who reads: the variable `TZ` counts most, then what the program is configured with, then the machine's.
    static func zone(configured name: String?, environment: [String: String] = ProcessEnvironment.variables) -> TimeZone
    {
        if environment["TZ"] == nil, let name, let zone = try? TimeZone(named: name) { return zone }
        return .ofProcess(variable: environment["TZ"])
    }

    /// The same, seen from now.
    var refreshed: Readable { Readable(in: zone) }

    /// When something was, by clock and calendar; empty where that is not known.
    func moment(_ node: JSONNode, _ name: String) throws(JSONError) -> String {
        try node.optional(name).map { node throws(JSONError) in time.moment(try node.timestamp()) } ?? ""
    }

    /// When something was, to the second and with its zone, for comparing with a log; empty where that is not known.
    func exactMoment(_ node: JSONNode, _ name: String) throws(JSONError) -> String {
        try node.optional(name).map { node throws(JSONError) in time.full(try node.timestamp()) } ?? ""
    }

    /// The day of something, in the zone of who reads; empty where that is not known.
    func day(_ node: JSONNode, _ name: String) throws(JSONError) -> String {
        try node.optional(name).map { node throws(JSONError) in zone.local(try node.timestamp()).date.description }
            ?? ""
    }

    /// How long ago something was, or in what time it will be; empty where that is not known.
    func age(_ node: JSONNode, _ name: String) throws(JSONError) -> String {
        try node.optional(name).map { node throws(JSONError) in time.age(try node.timestamp()) } ?? ""
    }

    /// In what time something is due: `now` where it is, or should have been; empty where that is not known.
    func due(_ node: JSONNode, _ name: String) throws(JSONError) -> String {
        guard let moment = try node.optional(name)?.timestamp() else { return "" }
        return now.duration(since: moment) > .seconds(-1) ? "now" : time.age(moment)
    }

    /// As spreadsheets read it: `2026-11-22 09:18:43`, in the zone of who reads.
    func plainMoment(_ node: JSONNode, _ name: String) throws(JSONError) -> String {
        guard let moment = try node.optional(name)?.timestamp() else { return "" }
        let local = zone.local(moment)
        return "\(local.date) \(local.timeOfDay)"
    }

    /// What there is: without a sign unless it is less than nothing.
    func balance(_ node: JSONNode, _ name: String) throws(JSONError) -> String {
        guard let amount = try node.optional(name)?.decimal(acceptsText: true) else { return "" }
        return try currency(of: node).text(amount)
    }

    /// A member's amount, in the currency that the whole names.
    func balance(_ node: JSONNode, _ name: String, in whole: JSONNode) throws(JSONError) -> String {
        guard let amount = try node.optional(name)?.decimal(acceptsText: true) else { return "" }
        return try currency(of: whole).text(amount)
    }

    /// What came or went, always with its sign.
    func movement(_ node: JSONNode, _ name: String) throws(JSONError) -> String {
        guard let amount = try node.optional(name)?.decimal(acceptsText: true) else { return "" }
        return try currency(of: node).signedText(amount)
    }

    private func currency(of node: JSONNode) throws(JSONError) -> Currency {
        (try node.optional("currency")?.string()).flatMap(Currency.init(code:)) ?? .dollar
    }
}

extension JSONNode {
    /// A word of a closed set as the command line spells it: `in-doubt` for `inDoubt`.
    func word(_ name: String) throws(JSONError) -> String {
        try cell(name).map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }

    /// A number and its noun: `1 child`, `2 children`.
    ///
    /// - Parameter plural: the noun and an `s`, unless it is said.
    func count(_ name: String, _ noun: String, _ plural: String? = nil) throws(JSONError) -> String {
        let number = try cell(name)
        return "\(number) \(number == "1" ? noun : plural ?? "\(noun)s")"
    }

    /// The members added up.
    func sum(of names: [String]) throws(JSONError) -> Int {
        var sum = 0
        for name in names { sum += try required(name).int() }
        return sum
    }

    /// A child's first name; empty where it is not known.
    func firstName() throws(JSONError) -> String { try optional("child")?.cell("firstName") ?? "" }
}
