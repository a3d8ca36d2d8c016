import Configuration
import Control
import Daemon
import Glibc
import JSON
import Runtime
import Terminal
import Values

/// How reports are shown: the answer as it is with `--json`, else as text for people.
enum Report {
    static var style: TerminalStyle { TerminalStyle(descriptor: STDOUT_FILENO) }

    /// Display columns that a line may have; `nil` where nobody looks at a terminal, and nothing is cut.
    static var room: Int? { isatty(STDOUT_FILENO) == 1 ? terminalColumns(descriptor: STDOUT_FILENO) : nil }

    /// Asks one question and shows the answer.
    static func show(
        _ context: CommandContext, _ request: ControlRequest,
        text: (JSONNode, Readable) throws(JSONError) -> String
    ) async -> CommandOutcome {
        do {
            let (answer, readable) = try await Inquiry.with(context) { (try await $0.ask(request), $0.readable) }
            try show(answer, context) { node throws(JSONError) in try text(node, readable) }
            return .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// A list is one object a line.
    static func show(_ answer: JSONValue, _ context: CommandContext, _ text: (JSONNode) throws(JSONError) -> String)
        throws
    {
        if context.isJSON { writeJSON(answer) } else { Output.write(try text(JSONNode(answer))) }
    }

    private static func writeJSON(_ answer: JSONValue) {
        if case .array(let elements) = answer { elements.forEach(Output.line) } else { Output.line(answer) }
    }

    /// Asks for a list and shows it: as JSON, as comma-separated values, or as a table, which a pager shows if it is longer
    /// than the screen.
    ///
    /// - Parameters:
    ///   - limit: rows that were asked for at most; where there may be more, that is said.
    ///   - rows: what of the answer is the list.
    ///   - other: what else is asked, for `judge` alone.
    ///   - judge: what is to be said besides, by that answer, or else by the list's own.
    static func show(
        _ list: ListReport, _ context: CommandContext, _ options: ListOptions, _ request: ControlRequest,
        filter: ListFilter? = nil, limit: RowLimit? = nil, rows: (JSONValue) -> JSONValue = { $0 },
        judgedBy other: ControlRequest? = nil,
        judge: (JSONNode, Readable) throws(JSONError) -> Judgement = { _, _ throws(JSONError) in Judgement() }
    ) async -> CommandOutcome {
        do {
            guard !context.isJSON || !options.isCSV else { throw twoForms }
            let isFiltered = filter.map { !$0.isEmpty } ?? false
            let (answer, judged, why, readable) = try await Inquiry.with(context) { inquiry in
                let asked = filter.map { request.asking(for: $0, inquiry.readable) } ?? request
                let answer = try await inquiry.ask(asked)
                let why = isFiltered || rows(answer) != [] ? nil : try await Unread.sentence(list.unread, inquiry)
                let judged = if let other { try await inquiry.ask(other) } else { answer }
                return (answer, judged, why, inquiry.readable)
            }
            // By now nobody waits for the store or the program, however long the person reads.
            let (found, list) = (rows(answer), list.saying(why))
            let judgement = try judge(JSONNode(judged), readable)
            if context.isJSON {
                writeJSON(found)
            } else if options.isCSV {
                Output.write(try list.csv(JSONNode(found), readable))
            } else {
                let text = try list.saying(judgement.none).text(
                    JSONNode(found), readable, options, isFiltered: isFiltered, room: room, style: style)
                await page(text, options)
            }
            if let none = judgement.none, found == [], context.isJSON || options.isCSV { Output.note(none) }
            if let remark = judgement.remark { Output.note(remark) }
            let isRead = !context.isJSON && isatty(STDERR_FILENO) == 1
            if let limit, let remark = limit.remark(rows: try JSONNode(found).elements().count, isRead: isRead) {
                Output.note(remark)
            }
            return .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// What is to be said of a list besides its rows; on standard error, where the rows are for a program.
    struct Judgement: Sendable, Equatable {
        /// Why there is no row, if there is none for another reason than that nothing is there.
        var none: String?
        /// What whoever reads the rows should know.
        var remark: String?
    }

    private static var twoForms: DaemonError {
        DaemonError(.usage, "--json and --csv are two forms of one answer", hint: "give one of them")
    }

    /// The person may read for long: the pager is waited for on a thread of its own.
    static func page(_ text: String, _ options: ListOptions) async {
        let rows = isatty(STDOUT_FILENO) == 1 && options.mayPage ? terminalRows(descriptor: STDOUT_FILENO) : nil
        guard let pager = Pager(lines: text.utf8.count { $0 == 0x0A }, rows: rows) else { return Output.write(text) }
        let isShown = Promise<Bool, Never>()
        let thread = try? ServiceThread(name: "pager") { isShown.keep(.success(pager.show(text))) }
        guard thread != nil, await isShown.valueEvenIfCancelled() else { return Output.write(text) }
    }
}

extension String {
    /// The text behind a head, in lines of the terminal's columns, of which those after the first are indented.
    ///
    /// - Parameters:
    ///   - indent: display columns, as many as the head has.
    ///   - room: display columns of the terminal; `nil` for no limit.
    func hanging(_ head: String, indent: Int, room: Int?) -> [String] {
        guard let room else { return [head + self] }
        return wrapped(toColumns: max(20, room - indent)).enumerated().map { index, line in
            (index == 0 ? head : String(repeating: " ", count: indent)) + line
        }
    }
}

extension ControlRequest {
    /// The same question, about the rows that the filter wants.
    func asking(for filter: ListFilter, _ readable: Readable) -> ControlRequest {
        let wanted = filter.query(in: readable.zone, now: WallClock.system.now)
        return ControlRequest(method, path, query: query.merging(wanted) { $1 }, body: body)
    }
}

extension JSONNode {
    /// A member that goes from 0 to 1, in whole hundredths; 0 where it is missing.
    func hundredths(_ name: String) throws(JSONError) -> Int {
        Int(clamping: try optional(name)?.decimal().rescaled(to: 2)?.coefficient ?? 0)
    }

    /// A member as text for a table; an empty text where it is missing.
    func cell(_ name: String) throws(JSONError) -> String {
        guard let node = try optional(name) else { return "" }
        switch node.value {
        case .string(let text): return text
        case .number(let number): return number.text
        case .bool(let value): return value ? "yes" : "no"
        case .null, .array, .object: return ""
        }
    }
}
