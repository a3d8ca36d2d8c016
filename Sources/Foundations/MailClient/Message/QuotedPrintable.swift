/// Text as ASCII in short lines (RFC 2045, 6.7).
enum QuotedPrintable {
    /// Characters of a line, without the '=' that says that it goes on.
    private static let lineLimit = 75
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// UTF-8, with CR LF between lines and none at the end. Every kind of line break is one.
    static func encode(_ text: String) -> String {
        var output: [UInt8] = []
        for (number, line) in lines(text).enumerated() {
            if number > 0 { output += [13, 10] }
            append(line, to: &output)
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func lines(_ text: String) -> [[UInt8]] {
        var lines: [[UInt8]] = [[]]
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == 13 || byte == 10 && previous != 13 {
                lines.append([])
            } else if byte != 10 {
                lines[lines.count - 1].append(byte)
            }
            previous = byte
        }
        return lines
    }

    private static func append(_ line: [UInt8], to output: inout [UInt8]) {
        var column = 0
        for (index, byte) in line.enumerated() {
            let isLast = index == line.count - 1
            var piece = isLiteral(byte, isLast: isLast) ? [byte] : escaped(byte)
            if column + piece.count > lineLimit {
                output += [UInt8(ascii: "="), 13, 10]
                column = 0
            }
            // A dot at the beginning of a line means something to SMTP: whoever forgets to double it, here it does no harm.
            if column == 0, byte == UInt8(ascii: ".") { piece = escaped(byte) }
            output += piece
            column += piece.count
        }
    }

    /// Blanks at the end of a line get lost on some ways.
    private static func isLiteral(_ byte: UInt8, isLast: Bool) -> Bool {
        byte == 0x20 || byte == 9 ? !isLast : 0x21..<0x7F ~= byte && byte != UInt8(ascii: "=")
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
