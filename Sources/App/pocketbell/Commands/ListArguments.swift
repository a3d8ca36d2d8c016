import CommandLineTool
import Commands
import TextFormats

/// What every list takes.
struct ListArguments: Sendable {
    let options: ListOptions

    /// - Parameter ids: whether rows have ids that a narrow terminal has no room for.
    init(reading arguments: inout ArgumentReader, ids: Bool = true) {
        options = ListOptions(
            isCSV: arguments.flag("csv", help: "Comma-separated values, for spreadsheets."),
            showsIDs: ids && arguments.flag("ids", help: "Show ids on a narrow terminal too."),
            mayPage: !arguments.flag("no-pager", help: "Write a long list as it is, without the pager."))
    }
}

/// Which rows of a list are wanted: what lists of transactions and deliveries take alike.
struct FilterArguments: Sendable {
    private let child: String?
    private let from: MomentText?
    private let to: MomentText?

    init(reading arguments: inout ArgumentReader) {
        child = Self.child(reading: &arguments)
        from = arguments.optionalOption(
            "from", as: .moment, named: "TIME",
            help:
                "Only what is not older: today, yesterday, monday (the last one, which may be today), 2h (ago; s, m, h or d), "
                + "2026-11-20, or 2026-11-20T10:00 with or without Z or +01:00.")
        to = arguments.optionalOption(
            "to", as: .moment, named: "TIME", help: "Only what is older; a day counts whole.")
    }

    /// Lists that have no time take this alone.
    static func child(reading arguments: inout ArgumentReader) -> String? {
        arguments.optionalOption(
            "child", as: .text, named: "CHILD", naming: .child,
            help: "Only this child: a first name, a full name or an id.")
    }

    func filter(target: String? = nil, states: [String] = []) -> ListFilter {
        ListFilter(child: child, target: target, states: states, since: from, until: to)
    }
}

extension ArgumentReader {
    /// How many rows whoever asks has named; `nil` where nobody did.
    mutating func rowLimit() -> Int? {
        optionalOption(
            "limit", short: "n", as: .integer(in: 1...10_000), named: "COUNT",
            help: "How many at most: 20, or with --json, --csv, --from or --to all, up to 10000, unless given.")
    }
}
