import TestNumbers

/// A JSON text in the making, to be changed in one place or another.
indirect enum RandomJSON {
    case object([(String, RandomJSON)])
    case array([RandomJSON])
    case text(String)
    /// As it stands in the text.
    case literal(String)

    static let literals = [
        "null", "true", "false", "0", "-0", "1", "-1", "1.0", "1e2", "1.5", "-2.5e-3", "127", "128", "-128", "-129",
        "255",
        "256", "65535", "65536", "4294967296", "9007199254740993", "9007199254740993.0", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "18446744073709551616", "0.1", "25.50", "100", "12345678901234567890.12",
        "1e39", "1e-39", "1e400", "-1e400", "0e400", "1.25e17",
        "1.7976931348623157e308", "0.30000000000000004", "1E+2", "1e127", "1e-127", "0.0", "120e-1",
    ]
    static let texts = [
        "", "a", "é", "e\u{301}", "\u{212A}", "a b", "1", "0b7a0000-0000-4000-8000-000000000001",
        "0B7A0000-0000-4000-8000-00000000000F", "0b7a0000-0000-4000-8000-00000000000g", "2026-03-14T15:09:26.5358979Z",
        "2026-03-14T15:09:26", "2026-13-14T15:09:26Z", "aGk=", "aGk", "https://example.org/a?b=c#d",
        "\u{0}\n\t\"\\/\u{1F600}",
        "one", "two", "a text that is longer than fifteen bytes",
    ]
    static let names = [
        "id", "amount", "name", "at", "flag", "items", "child", "byName", "super", "é", "e\u{301}", "K", "1", "-5",
        "one",
        "two", "_0", "value", "next", "",
    ]

    static func any(_ depth: Int, _ numbers: inout SeededNumbers) -> RandomJSON {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &numbers) {
        case 0..<3: .literal(literals.randomElement(using: &numbers)!)
        case 3..<6: .text(texts.randomElement(using: &numbers)!)
        case 6..<8: .array((0..<Int.random(in: 0..<4, using: &numbers)).map { _ in any(depth - 1, &numbers) })
        default:
            .object(
                (0..<Int.random(in: 0..<5, using: &numbers)).map { _ in
                    (names.randomElement(using: &numbers)!, any(depth - 1, &numbers))
                })
        }
    }

    /// The same with one thing changed somewhere.
    func changed(_ numbers: inout SeededNumbers) -> RandomJSON {
        let inside = Int.random(in: 0..<4, using: &numbers) > 0
        switch self {
        case .object(var members) where inside && !members.isEmpty:
            let index = members.indices.randomElement(using: &numbers)!
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0: members.remove(at: index)
            case 1: members[index].0 = Self.names.randomElement(using: &numbers)!
            case 2: members.insert((members[index].0, Self.any(1, &numbers)), at: index)
            case 3: members.append((members[index].0, Self.any(1, &numbers)))
            case 4: members.shuffle(using: &numbers)
            case 5: members.insert((Self.names.randomElement(using: &numbers)!, Self.any(2, &numbers)), at: index)
            case 6: for number in 0..<30 { members.append(("filler\(number)", Self.any(0, &numbers))) }
            default: members[index].1 = members[index].1.changed(&numbers)
            }
            return .object(members)
        case .array(var elements) where inside && !elements.isEmpty:
            let index = elements.indices.randomElement(using: &numbers)!
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: elements.remove(at: index)
            case 1: elements.insert(Self.any(1, &numbers), at: index)
            default: elements[index] = elements[index].changed(&numbers)
            }
            return .array(elements)
        default: return Self.any(2, &numbers)
        }
    }

    /// As text, with white space and escapes here and there.
    func text(_ numbers: inout SeededNumbers) -> String {
        let space = ["", "", "", " ", "\n\t"].randomElement(using: &numbers)!
        switch self {
        case .object(let members):
            let parts = members.map { Self.quoted($0, &numbers) + space + ":" + $1.text(&numbers) }
            return space + "{" + space + parts.joined(separator: ",") + "}" + space
        case .array(let elements):
            return space + "[" + space + elements.map { $0.text(&numbers) }.joined(separator: space + ",") + "]"
        case .text(let text): return Self.quoted(text, &numbers)
        case .literal(let text): return text + space
        }
    }

    private static func quoted(_ text: String, _ numbers: inout SeededNumbers) -> String {
        let escapesAll = Int.random(in: 0..<8, using: &numbers) == 0
        let units = text.unicodeScalars.map { scalar in
            guard escapesAll || scalar.value < 0x20 || scalar == "\"" || scalar == "\\" else { return String(scalar) }
            return String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
        return "\"" + units.joined() + "\""
    }
}
