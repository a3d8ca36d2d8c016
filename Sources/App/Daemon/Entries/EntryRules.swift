import AllowanceAPI
import Control
import JSON
import Store
import TextFormats
import Values

/// What the server takes as it is meant; everything else is refused before it is kept, since the server validates nothing.
enum EntryRules {
    /// Characters of a description at most, as the server counts them.
    static let longestDescription = 500
    /// Characters of notes at most: the server has no bound.
    static let longestNotes = 2_000

    /// What is to be made.
    ///
    /// - Parameters:
    ///   - former: what a change begins with; `nil` for a new entry, which needs amount and description.
    ///   - categories: that its server offers.
    /// - Throws: `ControlAnswer.Refusal` with the first thing that is wrong.
    static func content(
        _ draft: EntryDraft, former: IntentRow.Content?, _ categories: CategoryChoice = .known
    ) throws(ControlAnswer.Refusal) -> IntentRow.Content {
        let amount = try amount(draft, former)
        let text = (draft.description ?? former?.description ?? "").trimmed
        guard !text.isEmpty else {
            throw refusal("the description is empty", "say what it is for: pocketbell add Alice +5.00 Lawn mowed")
        }
        guard text.utf16.count <= longestDescription else {
            throw refusal(
                "the description has \(text.utf16.count) characters, and the server keeps \(longestDescription)",
                "put the rest into --notes")
        }
        let notes = (draft.notes ?? former?.notes)?.trimmed
        guard (notes ?? "").utf16.count <= longestNotes else {
            throw refusal("the notes have more than \(longestNotes) characters", "shorten them")
        }
        return IntentRow.Content(
            amount: amount, category: try category(draft, former, amount, categories), description: text,
            notes: notes.flatMap { $0.isEmpty ? nil : $0 })
    }

    private static func amount(
        _ draft: EntryDraft, _ former: IntentRow.Content?
    ) throws(ControlAnswer.Refusal) -> Decimal {
        guard let text = draft.amount else {
            if let former { return former.amount }
            throw refusal("it is not said how much", "write +5.00 for money that comes, -5.00 for money that goes")
        }
        do throws(TextFormatError) {
            return try EntryAmount.parse(text)
        } catch {
            throw refusal("the amount '\(text.harmless)' \(error.message)", error.hint)
        }
    }

    private static func category(
        _ draft: EntryDraft, _ former: IntentRow.Content?, _ amount: Decimal, _ categories: CategoryChoice
    ) throws(ControlAnswer.Refusal) -> String {
        let kind: Category.Way = amount.isNegative ? .spending : .income
        let offered = categories.offered(for: kind)
        // One that nobody chose follows the sign.
        let isChosen =
            former.map { former in
                former.category != CategoryChoice.standard(for: former.amount.isNegative ? .spending : .income)
            } ?? false
        guard let word = draft.category ?? (isChosen ? former?.category : nil) else {
            return CategoryChoice.standard(for: kind)
        }
        if let known = offered.first(where: { $0.lowercased() == word.lowercased() }) { return known }
        let way = amount.isNegative ? "goes" : "comes"
        if let other = categories.all.first(where: { $0.lowercased() == word.lowercased() }) {
            throw refusal(
                "\(other) is no category of money that \(way)", "one of: \(offered.joined(separator: ", "))")
        }
        let near = nearest(to: word, in: offered).map { "did you mean '\($0)'?" }
        throw refusal(
            "there is no category '\(word.harmless)'", near ?? "one of: \(offered.joined(separator: ", "))")
    }

    private static func refusal(_ message: String, _ hint: String?) -> ControlAnswer.Refusal {
        ControlAnswer.Refusal(.malformed, message, hint: hint)
    }
}

extension CategoryChoice {
    /// What a server offers to file money under, as far as it was read.
    ///
    /// - Parameter server: `nil` for whatever any server offers.
    init(on server: ServerRow.ID?, in store: Store) async throws {
        let contents = try await store.read("categories", { try $0.records(.category) })
            .filter { server == nil || $0.server == server }
            .compactMap { try? JSONValue(parsing: $0.content) }
        func names(_ way: Category.Way) -> [String] {
            contents.filter { $0["way"] == .string(way.rawValue) }.compactMap { content in
                if case .string(let name)? = content["category"] { name } else { nil }
            }
        }
        self.init(income: names(.income), spending: names(.spending))
    }
}
