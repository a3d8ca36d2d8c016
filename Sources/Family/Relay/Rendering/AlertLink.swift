import TextFormats
import Values

/// The address of a page about an alert.
enum AlertLink {
    /// What is longer is taken by some target for none.
    static let limit = 2_000

    /// The template filled in, with everything escaped that could leave the place it was put into: what a child wrote is one
    /// segment or one value, never another path, query or host.
    ///
    /// - Returns: `nil` for what is no web address, for a longer one than targets take, and where a place stays empty or is a step up:
    ///   a path with a hole leads to another page, and so does `..`, which no escape makes a name.
    static func text(_ template: Template, _ value: (TemplateField) -> String) -> String? {
        guard template.isFilled(by: value) else { return nil }
        let filled = template.filled(value) { encoded($0) { isUnreserved($0) } }
        // The template itself is its writer's, who may have put a blank or an umlaut into it.
        let address = encoded(filled) { isUnreserved($0) || reserved.contains($0) }
        guard address.isWebAddress, address.utf8.count <= limit,
            !hasSteps(address)
        else { return nil }
        return address
    }

    /// Whether its path has a segment that browsers take for a step: `.` or `..`, also where the dots are escaped.
    private static func hasSteps(_ address: String) -> Bool {
        address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").contains { segment in
            [".", ".."].contains(String(segment).lowercased().replacing(text: "%2e", with: "."))
        }
    }

    /// Text as one segment of a path, whatever it holds.
    static func segment(_ text: String) -> String { encoded(text) { isUnreserved($0) } }

    private static func encoded(_ text: String, unless isKept: (UInt8) -> Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = text.utf8.flatMap { byte -> [UInt8] in
            isKept(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// RFC 3986, 2.3.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// RFC 3986, 2.2, and the sign of what is escaped already.
    private static let reserved = Set(":/?#[]@!$&'()*+,;=%".utf8)
}
