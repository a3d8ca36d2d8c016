/// The places that an alert's words may have: `{child} {verb} {amount}: {description}`.
package enum AlertPlace: String, CaseIterable, Sendable {
    case child, verb, amount, description, category, balance, by, at, notes, event, threshold, account, currency
    case childID = "child-id"
    case transactionID = "transaction-id"

    /// "`{child}`, `{verb}`, …" for documentation.
    static var listing: String {
        allCases.map { "`{\($0.rawValue)}`" }.joined(separator: ", ")
    }
}
