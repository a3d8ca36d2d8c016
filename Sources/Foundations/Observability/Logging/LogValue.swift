/// A field's value. A `Secret` can't become one except as "<redacted>".
package enum LogValue: Sendable, Hashable, CustomStringConvertible {
    case text(String)
    case integer(Int)
    case boolean(Bool)
    /// Written in milliseconds.
    case duration(Duration)

    /// The value as formats write it, before they quote it.
    package var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .duration(let duration):
            "\(duration.components.seconds &* 1_000 + duration.components.attoseconds / 1_000_000_000_000_000)"
        }
    }
}

extension LogValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// So that a field can be written as `[.state: "open"]`.
    package init(stringLiteral text: String) { self = .text(text) }
    /// So that a field can be written as `[.attempt: 3]`.
    package init(integerLiteral number: Int) { self = .integer(number) }
    /// So that a field can be written as `[.isFirst: true]`.
    package init(booleanLiteral flag: Bool) { self = .boolean(flag) }
}
