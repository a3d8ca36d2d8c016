import Terminal

/// Text from anywhere inside a line of a log.
package enum LogText {
    /// UTF-8 bytes of one value; a server's answer may have megabytes.
    static let limit = 4_096

    /// Whether the text can stand without quotes and mean the same.
    static func isUnmistakable(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= limit
            && text.unicodeScalars.allSatisfy {
                $0.value > 0x20 && $0 != "\"" && $0 != "=" && $0 != "\\" && !$0.isTreacherous
            }
    }

    /// The text in quotes, with the escapes of JSON, and cut if it is too long.
    package static func quoted(_ text: String) -> String {
        var result = "\""
        var bytes = 0
        for scalar in text.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= limit else {
                result += "… (\(text.utf8.count) bytes)"
                break
            }
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            // Everything treacherous is below U+10000, hence four digits.
            case _ where scalar.isTreacherous: result += "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
