import TextFormats

extension TextFormat where Value == Int {
    /// A number of bytes with its unit: `512KiB`, `16MiB`, `1GiB`. A bare number is refused, since its unit is anybody's guess.
    static func size(in range: ClosedRange<Int>) -> TextFormat {
        let words = "\(text(range.lowerBound)) to \(text(range.upperBound))"
        let shape = TextShape(name: "size", range: words, example: "16MiB").with {
            $0.pattern = "^[0-9]+(KiB|MiB|GiB)$"
        }
        return TextFormat(shape: shape, placeholder: range.lowerBound) { text throws(TextFormatError) in
            let digits = text.prefix { ("0"..."9").contains($0) }
            let unit = units.first { $0.name == text.dropFirst(digits.count) }
            if digits.count == text.count, let number = Int(digits) {
                throw TextFormatError("needs a unit", hint: "\(number)MiB for 1,048,576 times as many bytes")
            }
            guard let unit, let number = Int(digits) else {
                throw TextFormatError("must be a size", hint: "such as 512KiB, 16MiB or 1GiB")
            }
            let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: unit.bytes)
            guard !isTooMuch, range.contains(bytes) else { throw TextFormatError("must be \(words)") }
            return bytes
        }
    }

    private static var units: [(name: Substring, bytes: Int)] {
        [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    }

    /// In the largest unit that leaves nothing over.
    private static func text(_ bytes: Int) -> String {
        let unit = units.first { bytes > 0 && bytes % $0.bytes == 0 } ?? ("KiB", 1 << 10)
        return "\(bytes / unit.bytes)\(unit.name)"
    }
}
