import Values

/// An exact number as TEXT, with the digits as they were written: `12.50` comes back as `12.50`.
///
/// SQLite must not compute with it: `sum`, `<` and `ORDER BY` would read it as text or as a binary fraction. Add up in
/// Swift, row by row.
extension Decimal: DatabaseValue {
    // Digits go straight into a buffer: through `description` a bulk insert ran at 0.66 of C.
    /// As TEXT of at most 41 bytes, without an exponent.
    @usableFromInline package func bind(to binder: inout Binder) {
        // 38 digits, a zero before the point, the point, the sign.
        var bytes = InlineArray<41, UInt8>(repeating: 0)
        var start = bytes.count
        func put(_ byte: UInt8) {
            start -= 1
            bytes[start] = byte
        }
        var rest = coefficient.magnitude
        var digits = 0
        while digits <= scale || rest != 0 {
            if digits == scale, scale > 0 { put(UInt8(ascii: ".")) }
            if let small = UInt64(exactly: rest) {
                // A division of 128 bits costs ten times as much.
                put(UInt8(ascii: "0") + UInt8(small % 10))
                rest = UInt128(small / 10)
            } else {
                put(UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            }
            digits += 1
        }
        if isNegative { put(UInt8(ascii: "-")) }
        binder.text(bytes.span.extracting(start...))
    }

    /// From TEXT alone; throws for one that is no decimal number.
    @usableFromInline package init(column: borrowing Column) throws {
        if let value = try column.withText({ Decimal(shortText: $0) }) {
            self = value
        } else if let value = Decimal(try column.text()) {
            self = value
        } else {
            throw column.mismatch("not a decimal number")
        }
    }

    /// What fits 18 digits, as money does; `nil` for anything else, well-formed or not.
    private init?(shortText bytes: borrowing Span<UInt8>) {
        guard 1...18 ~= bytes.count else { return nil }
        let isNegative = bytes[0] == UInt8(ascii: "-")
        let first = isNegative ? 1 : 0
        var value: Int64 = 0
        var point: Int?
        for index in first..<bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            if digit <= 9 {
                value = value * 10 + Int64(digit)
            } else if bytes[index] == UInt8(ascii: "."), point == nil {
                point = index
            } else {
                return nil
            }
        }
        let whole = (point ?? bytes.count) - first
        let scale = point.map { bytes.count - $0 - 1 } ?? 0
        guard whole == 1 || whole > 1 && bytes[first] != UInt8(ascii: "0"), point == nil || scale > 0 else {
            return nil
        }
        self.init(coefficient: Int128(isNegative ? -value : value), scale: scale)
    }
}
