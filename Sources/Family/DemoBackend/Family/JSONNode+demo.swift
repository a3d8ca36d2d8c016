import JSON
import Values

/// What requests say, as the real server reads it.
extension JSONNode {
    /// An amount: what is missing is nothing, more than two decimals are rounded.
    func amount(_ name: String) throws(JSONError) -> Decimal {
        guard let node = try optional(name) else { return .zero.twoDecimals }
        guard let cents = try node.decimal(acceptsText: true).cents else { throw node.mismatch("an amount") }
        return cents
    }

    /// A text; `nil` where it is missing.
    func text(_ name: String) throws(JSONError) -> String? { try optional(name)?.string() }

    /// A word that may come as a number, which is kept as its digits; `nil` where it is missing.
    func wordOrDigits(_ name: String) throws(JSONError) -> String? {
        guard let node = try optional(name) else { return nil }
        if case .number = node.value { return String(try node.int()) }
        return try node.string()
    }
}
