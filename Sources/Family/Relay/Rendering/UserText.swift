import Values

/// Text that a person typed, made harmless before anything else looks at it.
///
/// Children write descriptions and names. What stays is readable text; what goes is everything that acts on the reader's
/// screen instead of being read: control characters, marks that turn the direction of writing, invisible joiners of
/// files, towers of accents, walls of empty lines.
enum UserText {
    /// Marks on one letter; real writing systems need no more.
    private static let marksOnOneLetter = 4
    /// Line breaks one after the other.
    private static let breaksInARow = 2
    /// Line breaks in one text.
    private static let breaksInAll = 20

    /// Several lines of text.
    static func cleaned(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var marks = 0
        var row = 0
        var breaks = 0
        for scalar in lineFeedsOnly(text) where isText(scalar, behind: result.last) {
            if scalar == "\n" {
                row += 1
                guard row <= breaksInARow else { continue }
                breaks += 1
                result.append(breaks <= breaksInAll ? scalar : " ")
                continue
            }
            row = 0
            marks = isMark(scalar) ? marks + 1 : 0
            if marks <= marksOnOneLetter { result.append(scalar) }
        }
        return trimmed(result)
    }

    /// Text for a place that has one line, such as a name or a title.
    static func singleLine(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in cleaned(text).unicodeScalars {
            let isBlank = scalar == "\n" || scalar == "\t" || scalar == " "
            if isBlank, result.last == " " { continue }
            result.append(isBlank ? " " : scalar)
        }
        return String(result)
    }

    private static func lineFeedsOnly(_ text: String) -> String.UnicodeScalarView {
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
            case "\n" where previous == "\r": break
            default: result.append(scalar)
            }
            previous = scalar
        }
        return result
    }

    private static func isText(_ scalar: Unicode.Scalar, behind last: Unicode.Scalar?) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: true
        case 0..<0x20, 0x7F..<0xA0: false
        // The mark that used to announce the byte order.
        case 0xFEFF: false
        // Letters that nobody sees: fillers of Korean, and tags, whose one use is behind a flag.
        case 0x115F, 0x1160, 0x3164, 0xFFA0: false
        case 0xE0000...0xE007F: last.map { $0.value == 0x1F3F4 || 0xE0020...0xE007E ~= $0.value } ?? false
        // Word joiner and invisible operators, annotation anchors, and what Unicode promises never to use.
        case 0x2060...0x2065, 0x206A...0x206F, 0xFFF9...0xFFFB, 0xFDD0...0xFDEF: false
        case let value: value & 0xFFFE != 0xFFFE && !scalar.turnsDirection
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return true
        default: return false
        }
    }

    private static func trimmed(_ scalars: String.UnicodeScalarView) -> String {
        let isBlank = { (scalar: Unicode.Scalar) in scalar == "\n" || scalar == " " || scalar == "\t" }
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
            let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(scalars[first...last])
    }
}
