import Control
import HTTPServer
import Values

/// Which transactions an address asks for: what stands in the form, the month instead of two days, and where the page begins.
struct TransactionQuestion: Equatable {
    /// Empty where nothing is looked for, as the others.
    var search = ""
    /// A child's id, or another of its names.
    var child = ""
    /// `credit`, `debit`, or empty for both.
    var kind = ""
    var category = ""
    var from: CivilDate?
    /// It counts whole.
    var to: CivilDate?
    /// Counts instead of ``from`` and ``to``.
    var month: PageMonth?
    /// The `next` of the page before; empty for the first.
    var before = ""

    init() {}

    /// - Throws: what cannot be read as a day or a month; the rest is for `Control` to judge.
    init(_ request: HTTPRequest) throws(ControlAnswer.Refusal) {
        func value(_ name: String) -> String { request.queryValue(name) ?? "" }
        (search, child, kind) = (value("search"), value("child"), value("kind"))
        (category, before) = (value("category"), value("before"))
        (from, to) = (try Self.day(value("from")), try Self.day(value("to")))
        guard !value("month").isEmpty else { return }
        guard let month = PageMonth(value("month")) else {
            throw ControlAnswer.Refusal(.malformed, "a month is written as 2026-11")
        }
        self.month = month
    }

    private static func day(_ text: String) throws(ControlAnswer.Refusal) -> CivilDate? {
        guard !text.isEmpty else { return nil }
        guard let day = CivilDate(text), 1970...9_998 ~= day.year else {
            throw ControlAnswer.Refusal(.malformed, "a day is written as 2026-11-20")
        }
        return day
    }

    /// Whether all of a time is asked for, so that its sums say something about it.
    var isOfTimeAlone: Bool { search.isEmpty && kind.isEmpty && category.isEmpty && before.isEmpty }

    /// The same, of which the next page begins here.
    func from(_ place: String) -> TransactionQuestion {
        var question = self
        question.before = place
        return question
    }

    /// A month of the same child: what else was looked for is left.
    func of(_ month: PageMonth) -> TransactionQuestion {
        var question = TransactionQuestion()
        (question.child, question.month) = (child, month)
        return question
    }

    /// As the program is asked; days are those of the zone.
    func query(in zone: TimeZone) -> [String: String] {
        var query = ["search": search, "child": child, "kind": kind, "category": category, "before": before]
        if let month {
            let period = month.period(in: zone)
            (query["since"], query["until"]) = (period.since.description, period.until.description)
        } else {
            query["since"] = from.map { Self.midnight(of: $0.daysSince1970, in: zone) }
            query["until"] = to.map { Self.midnight(of: $0.daysSince1970 + 1, in: zone) }
        }
        return query.filter { !$0.value.isEmpty }
    }

    private static func midnight(of day: Int, in zone: TimeZone) -> String {
        zone.moment(of: LocalTime(date: CivilDate(daysSince1970: day), secondOfDay: 0)).description
    }

    /// Where a browser finds it.
    func address(_ path: String = PageFrame.Place.transactions.rawValue) -> String {
        PageAddress.with(
            [
                "search": search, "child": child, "kind": kind, "category": category,
                "from": month == nil ? from?.description ?? "" : "", "to": month == nil ? to?.description ?? "" : "",
                "month": month?.text ?? "", "before": before,
            ], of: path)
    }
}
