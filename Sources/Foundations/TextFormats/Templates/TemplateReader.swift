/// Walks over a template once; offsets are code points, as columns are.
///
/// Conditions that are open lie on a stack of its own, never on the thread's, so no text can make it too deep.
struct TemplateReader<Place: TemplatePlace> {
    private typealias Part = TextTemplate<Place>.Part

    /// A condition whose `{end}` is still to come.
    private struct Open {
        let start: Int
        let length: Int
        /// `nil` for one with a mistake: its parts are read for their own mistakes, and dropped.
        let condition: TemplateCondition<Place>?
        /// What was read before it.
        let before: [Part]
        /// What was read before its `{else}`; `nil` while there was none.
        var then: [Part]?
    }

    /// Conditions inside of each other; nobody can read more.
    private static var depth: Int { 5 }
    /// Code points of a template.
    private static var length: Int { 16_000 }
    private static var keywords: [String] { ["else", "end"] }

    let scalars: [Unicode.Scalar]
    private(set) var parts: [TextTemplate<Place>.Part] = []
    private(set) var problems: [TextProblem] = []
    private var words = String.UnicodeScalarView()
    private var open: [Open] = []
    private var offset = 0

    init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    mutating func read() {
        guard scalars.count <= Self.length else {
            return report(Self.length, 1, "a template has at most \(Self.length) characters", "shorten it")
        }
        while offset < scalars.count {
            let scalar = scalars[offset]
            let isDoubled = offset + 1 < scalars.count && scalars[offset + 1] == scalar
            switch scalar {
            case "{" where isDoubled, "}" where isDoubled:
                words.append(scalar)
                offset += 2
            case "{": readBrace()
            case "}":
                report(offset, 1, "this '}' closes nothing", "write '}}' for a brace")
                offset += 1
            default:
                words.append(scalar)
                offset += 1
            }
        }
        endWords()
        for condition in open {
            report(condition.start, condition.length, "this '{if …}' has no '{end}'", "write '{end}' where it ends")
        }
    }

    private mutating func readBrace() {
        let start = offset
        let end = endOfName(from: start + 1)
        guard end > start + 1, end < scalars.count else { return beginsNothing() }
        let name = text(start + 1, end)
        switch (name, scalars[end]) {
        case ("if", " "): readCondition(start)
        case ("else", "}"): readElse(start)
        case ("end", "}"): readEnd(start)
        case (_, "}"):
            offset = end + 1
            guard let place = place(name, start, end - start + 1, "{\(name)}") else { return }
            endWords()
            parts.append(.place(place))
        case (_, "|"): readFilters(of: name, at: start + 1, end)
        default: beginsNothing()
        }
    }

    private mutating func beginsNothing() {
        report(offset, 1, "this '{' begins no placeholder", "write a name and '}', or '{{' for a brace")
        offset += 1
    }

    // MARK: Filters

    private mutating func readFilters(of name: String, at start: Int, _ end: Int) {
        let known = place(name, start, end - start, name)
        var filters: [TemplateFilter] = []
        offset = end
        while offset < scalars.count, scalars[offset] == "|" {
            let begin = offset + 1
            offset = endOfName(from: begin)
            let word = text(begin, offset)
            var argument: String?
            if offset < scalars.count, scalars[offset] == ":" {
                offset += 1
                guard let value = readValue() else { return skipTag() }
                argument = value
            }
            do throws(TextFormatError) {
                filters.append(try TemplateFilter(name: word, argument: argument))
            } catch {
                report(begin, offset - begin, error.message, error.hint)
            }
        }
        guard closeTag("write '|' and a filter, or '}'") else { return }
        endWords()
        if let known, !filters.isEmpty { parts.append(.filtered(known, filters)) }
    }

    /// A text in quotes, or all up to what cannot be part of one without.
    ///
    /// - Returns: `nil` for a quote that is never closed.
    private mutating func readValue() -> String? {
        let start = offset
        guard start < scalars.count, scalars[start] == "\"" || scalars[start] == "'" else {
            while offset < scalars.count, !"|{}\"'".unicodeScalars.contains(scalars[offset]) { offset += 1 }
            return text(start, offset)
        }
        guard let end = scalars[(start + 1)...].firstIndex(of: scalars[start]) else {
            report(start, 1, "this \(scalars[start]) is never closed", "write another one where the text ends")
            return nil
        }
        offset = end + 1
        return text(start + 1, end)
    }

    // MARK: Conditions

    private mutating func readCondition(_ start: Int) {
        offset = start + 4
        var end = endOfName(from: offset)
        let isNegated = text(offset, end) == "not" && end < scalars.count && scalars[end] == " "
        if isNegated {
            offset = end + 1
            end = endOfName(from: offset)
        }
        let (begin, name) = (offset, text(offset, end))
        offset = end
        let known = place(name, begin, end - begin, name)
        let value = readComparison(known)
        let isClosed = value.isReadable && closeTag("write '{if NAME}', '{if not NAME}' or '{if NAME=TEXT}'")
        if !value.isReadable { skipTag() }
        endWords()
        let isTooDeep = open.count >= Self.depth
        if isTooDeep {
            report(
                start, offset - start, "conditions are nested more than \(Self.depth) deep", "take this one out")
        }
        let condition = known.map { TemplateCondition(place: $0, text: value.text, isNegated: isNegated) }
        open.append(
            Open(
                start: start, length: offset - start, condition: isClosed && !isTooDeep ? condition : nil,
                before: parts))
        parts = []
    }

    private mutating func readComparison(_ place: Place?) -> (text: String?, isReadable: Bool) {
        guard offset < scalars.count, scalars[offset] == "=" else { return (nil, true) }
        let start = offset
        offset += 1
        // As programs compare: it would be a text that begins with '=', which no place ever is.
        let isDouble = offset < scalars.count && scalars[offset] == "="
        guard let value = readValue() else { return (nil, false) }
        if isDouble {
            report(start, 2, "one '=' compares", "take one out; a text that begins with it goes into quotes")
        } else if value.isEmpty {
            report(start, 1, "nothing stands behind this '='", "write a text, or '{if not NAME}' for none")
        } else if let place {
            check(value, of: place, at: start + 1)
        }
        return (value, true)
    }

    /// A word that the place never has would make a condition that never holds, and nobody would see why.
    private mutating func check(_ value: String, of place: Place, at start: Int) {
        guard !place.values.isEmpty, !place.values.contains(value) else { return }
        let guess = nearest(to: value, in: place.values).map { "did you mean '\($0)'?" }
        report(
            start, offset - start, "'\(place.rawValue)' is never '\(value)'",
            guess ?? "it is one of: \(place.values.joined(separator: ", "))")
    }

    private mutating func readElse(_ start: Int) {
        offset = start + 6
        endWords()
        guard let last = open.indices.last else {
            return report(start, 6, "this '{else}' belongs to no '{if …}'", "write '{if NAME}' before it")
        }
        guard open[last].then == nil else {
            return report(start, 6, "this '{else}' is the second of its '{if …}'", "take it out")
        }
        open[last].then = parts
        parts = []
    }

    private mutating func readEnd(_ start: Int) {
        offset = start + 5
        endWords()
        guard let last = open.popLast() else {
            return report(start, 5, "this '{end}' ends nothing", "write '{if NAME}' before it, or take it out")
        }
        let (then, otherwise) = last.then.map { ($0, parts) } ?? (parts, [])
        parts = last.before
        if let condition = last.condition { parts.append(.condition(condition, then: then, otherwise: otherwise)) }
    }

    // MARK: Steps

    /// Behind the last letter of a name that may begin here.
    private func endOfName(from start: Int) -> Int {
        scalars[start...].firstIndex { !$0.properties.isAlphabetic && $0 != "-" && $0 != "_" } ?? scalars.count
    }

    private func text(_ start: Int, _ end: Int) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[start..<end])
        return String(text)
    }

    /// - Parameter shown: how a message names it.
    private mutating func place(_ name: String, _ start: Int, _ length: Int, _ shown: String) -> Place? {
        if let place = Place(rawValue: name) { return place }
        let names = Place.allCases.map(\.rawValue)
        let inBraces = shown.first == "{"
        let guess = nearest(to: name, in: names + (inBraces ? Self.keywords : [])).map {
            "did you mean '\(inBraces ? "{\($0)}" : $0)'?"
        }
        report(
            start, length, name.isEmpty ? "a placeholder's name is missing" : "unknown placeholder '\(shown)'",
            guess ?? "valid here: \(names.joined(separator: ", "))")
        return nil
    }

    /// - Returns: Whether the tag ends here; else its end is looked for, so that what follows is read as it was meant.
    private mutating func closeTag(_ hint: String) -> Bool {
        if offset < scalars.count, scalars[offset] == "}" {
            offset += 1
            return true
        }
        let isAtEnd = offset >= scalars.count
        report(offset, 1, isAtEnd ? "a '}' is missing behind this" : "this is not expected here", hint)
        skipTag()
        return false
    }

    private mutating func skipTag() {
        offset = min(offset, scalars.count)
        offset = scalars[offset...].firstIndex(of: "}").map { $0 + 1 } ?? scalars.count
    }

    /// What is missing behind the text's end is told at its last code point: a caret stands below something.
    private mutating func report(_ offset: Int, _ length: Int, _ message: String, _ hint: String?) {
        let place = min(offset, scalars.count - 1)
        let length = max(1, min(length, scalars.count - place))
        problems.append(TextProblem(offset: place, length: length, message, hint: hint))
    }

    private mutating func endWords() {
        if !words.isEmpty { parts.append(.words(String(words))) }
        words = String.UnicodeScalarView()
    }
}
