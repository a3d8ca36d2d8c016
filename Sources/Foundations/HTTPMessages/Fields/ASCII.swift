extension StringProtocol {
    /// Whether both are equal but for the case of A to Z. Other letters must be the same.
    package func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count
            && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }

    /// Without spaces and tabs at both ends.
    var trimmingBlanks: SubSequence {
        guard let start = firstIndex(where: { $0 != " " && $0 != "\t" }) else { return self[endIndex...] }
        let end = lastIndex { $0 != " " && $0 != "\t" } ?? start
        return self[start...end]
    }
}

extension UInt8 {
    fileprivate var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    /// A character that may stand in a method or a field name (RFC 9110, 5.6.2).
    package var isTokenCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// A character that may stand in a field's value: no control character but the tab.
    var isFieldCharacter: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }

    /// The value of a hexadecimal digit.
    var hexDigitValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
