package import Values

extension JSONNode {
    /// A text.
    package func string() throws(JSONError) -> String {
        guard case .string(let text) = value else { throw mismatch("a string") }
        return text
    }

    /// `true` or `false`.
    package func bool() throws(JSONError) -> Bool {
        guard case .bool(let value) = value else { throw mismatch("true or false") }
        return value
    }

    /// A whole number, without fraction or exponent.
    package func int() throws(JSONError) -> Int {
        guard case .number(let number) = value else { throw mismatch("a whole number") }
        guard let int = number.int else { throw mismatch("a whole number of at most 64 bits") }
        return int
    }

    /// An exact decimal.
    ///
    /// - Parameter acceptsText: also takes a string that holds a JSON number, as some servers send amounts.
    /// - Throws: `JSONError.Kind.inexactNumber` for more digits than can be kept.
    package func decimal(acceptsText: Bool = false) throws(JSONError) -> Decimal {
        let number: JSONNumberText
        switch value {
        case .number(let found): number = found
        case .string(let text) where acceptsText:
            guard let found = JSONNumberText(text) else { throw mismatch("a number") }
            number = found
        default: throw mismatch("a number")
        }
        guard let decimal = number.decimal else { throw JSONError(.inexactNumber, at: nil, path: path) }
        return decimal
    }

    /// A moment in ISO 8601.
    ///
    /// - Parameter assumesUTC: reads a text without a zone as UTC instead of refusing it.
    package func timestamp(assumesUTC: Bool = false) throws(JSONError) -> Timestamp {
        let bytes = Array(try string().utf8)
        guard let moment = Timestamp(iso8601: bytes.span, in: 0..<bytes.count, assumesUTC: assumesUTC) else {
            throw mismatch("a moment in ISO 8601")
        }
        return moment
    }
}
