extension TextFormat where Value == Int {
    /// A number of bytes: `512B`, `64KiB`, `8MiB`, `1GiB`. `kB`, `MB` and `GB` are powers of ten, as the standard has it.
    ///
    /// A bare number is refused, since its unit is anybody's guess.
    package static func size(in range: ClosedRange<Int>) -> TextFormat {
        let words = "\(range.lowerBound.sizeText) to \(range.upperBound.sizeText)"
        let shape = TextShape(name: "size", range: words, example: range.lowerBound.sizeText)
            .with { $0.pattern = "^[0-9]+(B|kB|MB|GB|KiB|MiB|GiB)$" }
        return TextFormat(shape: shape, placeholder: range.lowerBound) { text throws(TextFormatError) in
            let digits = text.prefix { ("0"..."9").contains($0) }
            let unit = text.dropFirst(digits.count)
            guard let number = Int(digits) else {
                throw TextFormatError("must be a size", hint: "such as 64KiB or 8MiB")
            }
            guard !unit.isEmpty else {
                throw TextFormatError("needs a unit", hint: "\(number)B for bytes, \(number)KiB for 1,024 of them")
            }
            guard let factor = Int.sizeUnits.first(where: { $0.suffix == unit })?.bytes else {
                let units = Int.sizeUnits.map(\.suffix)
                throw TextFormatError(
                    "must be a size",
                    hint: nearest(to: String(unit), in: units).map { "did you mean '\(number)\($0)'?" })
            }
            let (bytes, overflows) = number.multipliedReportingOverflow(by: factor)
            guard !overflows, range.contains(bytes) else { throw TextFormatError("must be \(words)") }
            return bytes
        }
    }
}

extension Int {
    static let sizeUnits: [(suffix: String, bytes: Int)] = [
        ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000),
        ("B", 1),
    ]

    /// This many bytes in the largest unit that says it exactly: `64KiB`, `1500B`.
    package var sizeText: String {
        for unit in Self.sizeUnits where self >= unit.bytes && self % unit.bytes == 0 && unit.bytes != 1_000 {
            return "\(self / unit.bytes)\(unit.suffix)"
        }
        return "\(self)B"
    }
}
