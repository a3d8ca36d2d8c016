import JSON
import Values

/// What a kept record says, read member by member. What a damaged one lacks it does not say.
struct RecordContent: Sendable {
    private let value: JSONValue

    /// - Parameter text: as ``FamilyRecord/write(to:)`` wrote it; anything else says nothing.
    init(_ text: String) { value = (try? JSONValue(parsing: text)) ?? .null }

    /// `nil` for no text and for an empty one.
    func text(_ name: String) -> String? {
        guard case .string(let text)? = value[name], !text.isEmpty else { return nil }
        return text
    }

    func money(_ name: String) -> Decimal? { text(name).flatMap { Decimal($0) } }

    func moment(_ name: String) -> Timestamp? { text(name).flatMap { Timestamp($0) } }

    func flag(_ name: String) -> Bool { value[name] == .bool(true) }

    /// A word that servers may have made longer; `nil` where none is known.
    func word<Known: KnownWord>(_ name: String) -> Known? {
        guard let text = text(name), case .known(let word) = ServerWord<Known>(text) else { return nil }
        return word
    }
}
