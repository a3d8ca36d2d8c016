package import JSON
import Values

/// One thing that an order says, such as a price: what it is called, and what servers take.
package struct OrderField: Sendable {
    enum Shape: Sendable {
        /// So many characters as servers count them, in UTF-16 units.
        case text(ClosedRange<Int>)
        /// So many cents, with two decimal places at most.
        case money(cents: ClosedRange<Int>)
        case number(ClosedRange<Int>)
        /// Whole per cent, which records spell as text.
        case percent
        case flag
        /// One of these, in any letter case.
        case word([String])
        /// A day of the calendar, which begins in UTC.
        case day
        /// Ids with blanks between them.
        case ids
    }

    /// As records say it, and people name it.
    package let name: String
    /// As commands call it: their option where that has another name than records.
    package var typed: String { Self.options[name] ?? name }
    private static let options = [
        "weeklyAllowance": "weekly", "allowanceDay": "day", "savesAutomatically": "saves",
        "transferPercentage": "percentage", "transferAmount": "amount", "seesSavings": "sees-savings",
        "mayOwe": "may-owe", "rejection": "reason",
    ]
    /// As requests say it.
    let wire: String
    let shape: Shape
    /// Whether an order without it says nothing.
    package let isRequired: Bool
    /// It is said to whoever reads the request, and no record shows it.
    var isRemark = false

    static func text(
        _ name: String, as wire: String? = nil, _ length: ClosedRange<Int>, isRequired: Bool = false
    ) -> OrderField {
        OrderField(name: name, wire: wire ?? name, shape: .text(length), isRequired: isRequired)
    }

    static func money(
        _ name: String, as wire: String? = nil, cents: ClosedRange<Int>, isRequired: Bool = false
    ) -> OrderField {
        OrderField(name: name, wire: wire ?? name, shape: .money(cents: cents), isRequired: isRequired)
    }

    static func flag(_ name: String, as wire: String) -> OrderField {
        OrderField(name: name, wire: wire, shape: .flag, isRequired: false)
    }

    static func word(_ name: String, as wire: String? = nil, _ words: [String]) -> OrderField {
        OrderField(name: name, wire: wire ?? name, shape: .word(words), isRequired: false)
    }

    /// Why something is done, which only people read.
    static func remark(_ name: String, as wire: String? = nil) -> OrderField {
        OrderField(name: name, wire: wire ?? name, shape: .text(1...500), isRequired: false, isRemark: true)
    }

    /// The same, as something that may be left out.
    var optional: OrderField { OrderField(name: name, wire: wire, shape: shape, isRequired: false) }

    // MARK: What a person typed

    /// As records spell it; an empty text takes away what was there.
    ///
    /// - Parameter name: as the person has called it; `nil` as commands do.
    package func value(of text: String, called name: String? = nil) throws(OrderMistake) -> JSONValue {
        let text = text.trimmedBlanks
        do throws(Fault) { return try value(text) } catch {
            // Enough of it to know it again.
            let shown = error.isInText && !text.isEmpty ? ": '\(text.prefix(40))\(text.count > 40 ? "…" : "")'" : ""
            throw OrderMistake(message: "'\(name ?? typed)' \(error.what)\(shown)", hint: error.hint)
        }
    }

    /// What is wrong with what was typed.
    private struct Fault: Error {
        let what: String
        let hint: String?
        /// Whether the text itself shows it.
        var isInText = true
    }

    private func value(_ text: String) throws(Fault) -> JSONValue {
        if text.isEmpty {
            guard !isRequired else { throw mistake("is empty") }
            if case .text = shape { return .null }
            if case .day = shape { return .null }
            if case .word = shape { return .null }
        }
        switch shape {
        case .text(let length):
            let count = text.utf16.count
            guard length ~= count else {
                let what = "has \(count) characters, and the server keeps \(length.upperBound)"
                throw Fault(what: what, hint: "shorten it", isInText: false)
            }
            return .string(text)
        case .money(let range): return .string(try money(text, range).moneyText)
        case .number(let range):
            guard let number = Int(text), range ~= number else {
                throw mistake("is no number from \(range.lowerBound) to \(range.upperBound)")
            }
            return .number(JSONNumberText(number))
        case .percent:
            guard let number = Int(text), 0...100 ~= number else { throw mistake("is no number from 0 to 100") }
            return .string("\(number)")
        case .flag: return .bool(try flag(text))
        case .word(let words):
            guard let word = words.first(where: { $0.lowercased() == text.lowercased() }) else {
                throw mistake("is not a word that the server knows", "one of: \(words.joined(separator: ", "))")
            }
            return .string(word)
        case .day:
            guard text.utf8.count == 10, let moment = Timestamp(text + "T00:00:00Z") else {
                throw mistake("is no day", "write it as 2026-12-24")
            }
            return .string(moment.wholeSeconds)
        case .ids: return .array(text.split(separator: " ").map { .string(String($0)) })
        }
    }

    private func money(_ text: String, _ range: ClosedRange<Int>) throws(Fault) -> Decimal {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
            text.utf8.count <= 18, let amount = Decimal(text)
        else { throw mistake("is no amount", "write it as 12.50, without a currency") }
        guard parts.count == 1 || parts[1].utf8.count <= 2 else {
            throw mistake("has more than two decimal places", "write whole cents, such as 5.25")
        }
        guard let cents = amount.rescaled(to: 2),
            Int128(range.lowerBound)...Int128(range.upperBound) ~= cents.coefficient
        else {
            let ends = [range.lowerBound, range.upperBound].compactMap { Decimal(coefficient: Int128($0), scale: 2) }
            throw mistake("is not from \(ends.map(\.moneyText).joined(separator: " to "))")
        }
        return amount
    }

    private func flag(_ text: String) throws(Fault) -> Bool {
        switch text.lowercased() {
        case "yes", "true", "on": return true
        case "no", "false", "off": return false
        default: throw mistake("is neither yes nor no")
        }
    }

    private func mistake(_ what: String, _ hint: String? = nil) -> Fault { Fault(what: what, hint: hint) }

    /// Where nothing was typed, and an order says nothing without it.
    var missing: OrderMistake {
        let value =
            switch shape {
            case .text: "TEXT"
            case .money: "AMOUNT"
            case .number, .percent: "NUMBER"
            case .flag: "yes|no"
            case .word: "WORD"
            case .day: "DAY"
            case .ids: "IDS"
            }
        return OrderMistake(message: "it is not said what '\(typed)' is", hint: "add --\(typed) \(value)")
    }

    // MARK: What a server is sent

    /// Writes what records spell so as the server takes it: amounts as numbers.
    func write(_ value: JSONValue, as wire: String, to object: inout JSONObjectWriter) {
        switch (shape, value) {
        case (.money, .string(let text)), (.percent, .string(let text)):
            if let amount = Decimal(text) { object.set(wire, amount) } else { object.set(wire, value) }
        default: object.set(wire, value)
        }
    }
}

/// Why an order cannot be meant, for people; it is refused before it is kept.
package struct OrderMistake: Error, Sendable, Equatable {
    /// Lower case, without a full stop.
    package let message: String
    /// The next step, where the message does not say it.
    package let hint: String?
}

extension String {
    /// Without blanks and line breaks at either end.
    var trimmedBlanks: String {
        let front = drop { $0.isWhitespace }
        return String(front.reversed().drop { $0.isWhitespace }.reversed())
    }
}
