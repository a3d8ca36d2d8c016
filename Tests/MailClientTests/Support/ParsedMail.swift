import Testing
import Values

/// A message as a strict reader takes it apart, and nothing like the code that made it.
struct ParsedMail {
    struct Wrong: Error {
        let what: String
        init(_ what: String) { self.what = what }
    }

    /// In order, unfolded.
    let headers: [(name: String, value: String)]
    /// Decoded, without the part's own headers.
    let parts: [String]

    /// The subject as people see it.
    var subject: String? { headers.first { $0.name == "Subject" }.flatMap { try? Self.decodedWords($0.value) } }

    init(_ bytes: [UInt8]) throws {
        guard bytes.allSatisfy({ $0 == 13 || $0 == 10 || 0x20..<0x7F ~= $0 }) else { throw Wrong("not ASCII") }
        var lines: [String] = [""]
        var previous: UInt8 = 0
        for byte in bytes {
            if (byte == 10) != (previous == 13) { throw Wrong("a lonely CR or LF") }
            if byte == 10 {
                lines.append("")
            } else if byte != 13 {
                lines[lines.count - 1].unicodeScalars.append(.init(byte))
            }
            previous = byte
        }
        guard lines.popLast() == "" else { throw Wrong("no end of the last line") }
        guard lines.allSatisfy({ $0.utf8.count <= 78 }) else { throw Wrong("a line of more than 78 characters") }
        let end = lines.firstIndex(of: "") ?? lines.count
        headers = try Self.headers(lines[..<end])
        guard let type = headers.first(where: { $0.name == "Content-Type" })?.value,
            let start = type.range(ofText: "boundary=\"")
        else { throw Wrong("no boundary") }
        let boundary = "--" + type[start.upperBound...].prefix { $0 != "\"" }
        var parts: [[String]] = []
        var isOver = false
        for line in lines[(end + 1)...] {
            if isOver { throw Wrong("something behind the end") }
            if line == boundary {
                parts.append([])
            } else if line == boundary + "--" {
                isOver = true
            } else {
                guard !parts.isEmpty else { throw Wrong("something before the first part") }
                parts[parts.count - 1].append(line)
            }
        }
        guard isOver else { throw Wrong("no end") }
        self.parts = try parts.map { part in
            guard let blank = part.firstIndex(of: ""), blank == 2 else { throw Wrong("headers of a part") }
            return try Self.decodedText(part[(blank + 1)...])
        }
    }

    private static func headers(_ lines: ArraySlice<String>) throws -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = []
        for line in lines {
            if line.first == " " {
                guard !headers.isEmpty else { throw Wrong("folded before the first") }
                headers[headers.count - 1].value += line
            } else {
                guard let colon = line.range(ofText: ": ") else { throw Wrong("no header: \(line)") }
                headers.append((String(line[..<colon.lowerBound]), String(line[colon.upperBound...])))
            }
        }
        return headers
    }

    /// RFC 2047: blanks between two encoded words are none.
    private static func decodedWords(_ value: String) throws -> String {
        guard value.hasPrefix("=?") else { return value }
        var text = ""
        for word in value.split(separator: " " as Character) {
            guard word.utf8.count <= 75, word.hasPrefix("=?utf-8?B?"), word.hasSuffix("?="),
                let bytes = Base64.standard.decode(word.dropFirst(10).dropLast(2)),
                let piece = String(validating: bytes, as: UTF8.self)
            else { throw Wrong("no encoded word: \(word)") }
            text += piece
        }
        return text
    }

    private static func decodedText(_ lines: ArraySlice<String>) throws -> String {
        var bytes: [UInt8] = []
        for (number, line) in lines.enumerated() {
            guard line.utf8.count <= 76 else { throw Wrong("a line of more than 76 characters") }
            guard line.last != " " else { throw Wrong("a blank at the end") }
            var rest = Array(line.utf8)[...]
            var isSoft = false
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "=") else {
                    bytes.append(byte)
                    continue
                }
                if rest.isEmpty {
                    isSoft = true
                } else {
                    guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                        throw Wrong("no escape")
                    }
                    bytes.append(value)
                    rest = rest.dropFirst(2)
                }
            }
            if !isSoft, number < lines.count - 1 { bytes += [13, 10] }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Wrong("not UTF-8") }
        return text
    }
}
