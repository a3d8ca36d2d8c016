/// Why the simulated server does not write a row; the raw value is the code that it tells.
package enum SimulatedRefusal: String, Error, Sendable, Equatable, CaseIterable {
    case unknownChild = "NOT_FOUND"
    case insufficientFunds = "INSUFFICIENT_FUNDS"
    case invalidAmount = "INVALID_AMOUNT"
    case invalidDescription = "VALIDATION"

    /// What the server says beside the code, where its dialect says anything.
    package var message: String {
        switch self {
        case .unknownChild: "Child not found or access denied"
        case .insufficientFunds: "Insufficient funds"
        case .invalidAmount: "Amount must be positive and fit the books"
        case .invalidDescription: "Description has 1 to 500 characters"
        }
    }
}
