import Values

/// The form of dates in HTTP headers (RFC 9110 section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    /// - Returns: `nil` for the two obsolete forms too, which nobody sends.
    static func read(_ text: String) -> Timestamp? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[0].utf8.count == 4, parts[0].last == ",", parts[5] == "GMT",
            let month = months.firstIndex(of: parts[2]),
            let day = twoDigits(parts[1]), parts[3].utf8.count == 4, parts[3].utf8.allSatisfy(isDigit)
        else { return nil }
        let iso = "\(parts[3])-\(padded(month + 1))-\(padded(day))T\(parts[4])Z"
        return Timestamp(iso)
    }

    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func twoDigits(_ text: Substring) -> Int? {
        text.utf8.count == 2 && text.utf8.allSatisfy(isDigit) ? Int(text) : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
