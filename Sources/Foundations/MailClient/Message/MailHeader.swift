import Values

/// What stands behind the names of headers: RFC 5322, and RFC 2047 for all that is more than short ASCII.
enum MailHeader {
    /// A whole header of text that a person may have typed.
    static func text(_ name: String, _ value: String) -> String {
        let value = singleLine(value)
        // Long text is encoded too: words can be cut anywhere, and ASCII cannot without changing its blanks.
        let isPlain = name.utf8.count + 2 + value.utf8.count <= 76 && value.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
        // What looks like an encoded word would be decoded by its reader.
        guard isPlain, !value.contains(text: "=?"), value.first != " ", value.last != " " else {
            return "\(name): \(words(value))"
        }
        return "\(name): \(value)"
    }

    /// A name before an address: words of ASCII as they are, all else encoded.
    static func phrase(_ name: String) -> String {
        let name = singleLine(name)
        return !name.isEmpty && name.utf8.count <= 60 && name.utf8.allSatisfy(isWord) ? name : words(name)
    }

    /// Such as `Sat, 14 Mar 2026 15:09:26 +0000`.
    static func date(_ date: Timestamp) -> String {
        // A clock before the year 1 or behind 9999 is broken; RFC 5322 has four digits.
        let seconds = Int(min(max(date.seconds, 0), 253_402_300_799))
        let day = CivilDate(daysSince1970: seconds / 86_400)
        let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(weekdays[day.weekday - 1]), \(day.day) \(months[day.month - 1]) \(day.year) "
            + "\(time.joined(separator: ":")) +0000"
    }

    /// Letters, digits, '-' and '_': neither a separator nor a sign of anything.
    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Encoded words, folded between them: each at most 75 characters, none ending within a character (RFC 2047, 2 and 5).
    private static func words(_ value: String) -> String {
        var words: [String] = []
        var bytes: [UInt8] = []
        for scalar in value.unicodeScalars {
            let next = Array(String(scalar).utf8)
            // 42 bytes are 56 characters of base 64, and 68 with what stands around them.
            if bytes.count + next.count > 42 {
                words.append(word(bytes))
                bytes = []
            }
            bytes += next
        }
        if !bytes.isEmpty || words.isEmpty { words.append(word(bytes)) }
        return words.joined(separator: "\r\n ")
    }

    private static func word(_ bytes: [UInt8]) -> String { "=?utf-8?B?\(Base64.standard.encode(bytes))?=" }

    /// Without what breaks lines, here or where it is decoded: some readers put a decoded line feed where it makes a header.
    private static func singleLine(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isBreak = scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value || 0x2028...0x2029 ~= scalar.value
            result.append(isBreak ? " " : scalar)
        }
        return String(result)
    }
}
