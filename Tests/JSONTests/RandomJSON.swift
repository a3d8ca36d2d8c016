import JSON
import TestNumbers

/// Values of every kind, and texts of them with blanks and escapes where they may stand.
struct RandomJSON {
    var numbers: SeededNumbers

    private static let words = [
        "", "a", "id", "name", "é", "e\u{301}", "\u{1F600}", "\"", "\\", "/", "\u{0}", "\u{1F}", "\u{2028}",
        "tail of a text",
    ]
    private static let spelled = ["0", "-0", "7", "-12", "1.50", "1e3", "-2.5E-7", "9223372036854775808", "1e400"]

    mutating func value(depth: Int = 4) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &numbers) {
        case 0: return .null
        case 1: return .bool(.random(using: &numbers))
        case 2, 3: return .string(word())
        case 4: return JSONNumberText(Self.spelled.randomElement(using: &numbers) ?? "0").map { .number($0) } ?? .null
        case 5: return .array((0..<count()).map { _ in value(depth: depth - 1) })
        default:
            // A number makes each name another one.
            return .object(
                JSONObject((0..<count()).map { JSONObject.Member(word() + "\($0)", value(depth: depth - 1)) }))
        }
    }

    /// The value with blanks between its tokens and some letters as escapes.
    mutating func text(of value: JSONValue) -> String {
        switch value {
        case .object(let object):
            let members = object.members.map {
                blanks() + quoted($0.name) + blanks() + ":" + text(of: $0.value)
            }
            return blanks() + "{" + members.joined(separator: ",") + blanks() + "}" + blanks()
        case .array(let elements):
            return blanks() + "[" + elements.map { text(of: $0) }.joined(separator: ",") + blanks() + "]" + blanks()
        case .string(let text): return blanks() + quoted(text) + blanks()
        case .number, .bool, .null: return blanks() + value.description + blanks()
        }
    }

    private mutating func quoted(_ text: String) -> String {
        text.utf16.reduce(into: "\"") { result, unit in
            let isPlain = unit > 0x20 && unit < 0x7F && unit != 0x22 && unit != 0x5C
            if isPlain, Bool.random(using: &numbers) {
                result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            } else {
                let digits = String(unit, radix: 16, uppercase: .random(using: &numbers))
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        } + "\""
    }

    mutating func word() -> String {
        (0..<Int.random(in: 0...3, using: &numbers)).map { _ in Self.words.randomElement(using: &numbers) ?? "" }
            .joined()
    }

    private mutating func blanks() -> String {
        ["", "", " ", "\n", "\t\r\n "].randomElement(using: &numbers) ?? ""
    }

    private mutating func count() -> Int { Int.random(in: 0...4, using: &numbers) }
}
