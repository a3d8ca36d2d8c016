import Control
import Daemon
import JSON
package import TextFormats
import Values

/// `pocketbell add`.
package struct Entry: Sendable {
    private let draft: EntryDraft
    private let wait: Duration?

    /// - Parameters:
    ///   - child: a first name, a full name or an id.
    ///   - amount: with its sign.
    ///   - words: of the description.
    ///   - account: by whose login; `nil` where there is no doubt.
    ///   - wait: how long to wait for its end; `nil` for not at all.
    package init(
        child: String, amount: String, words: [String], category: String?, notes: String?, account: String?,
        wait: Duration?
    ) {
        // Made here, and sent again with a second try: asking twice is asking once.
        var draft = EntryDraft(id: OrderTrip.newID())
        draft.child = child
        draft.amount = amount
        draft.description = words.joined(separator: " ")
        draft.category = category
        draft.notes = notes
        draft.account = account
        self.draft = draft
        self.wait = wait
    }

    /// Keeps it and says what happens next.
    ///
    /// - Returns: `.needsPerson` where the server refuses it within the wait.
    package func run(_ context: CommandContext) async -> CommandOutcome {
        let trip = OrderTrip(path: "intents", id: draft.id, body: draft.json, wait: wait)
        return await trip.run(context) { entry, readable, isLive throws(JSONError) in
            try Self.sentence(entry, readable, isLive: isLive, waited: wait)
        }
    }

    static func sentence(
        _ entry: JSONNode, _ readable: Readable, isLive: Bool, waited: Duration?
    ) throws(JSONError) -> String {
        let what =
            "\(try entry.firstName()) \(try readable.movement(entry, "amount")), \(try entry.cell("description"))"
        return try OrderTrip.sentence(entry, what.harmless, isLive: isLive, waited: waited)
    }
}

extension TextFormat<String> {
    /// An amount with its sign, checked, as it was typed.
    package static var entryAmount: TextFormat<String> {
        TextFormat(
            shape: TextShape(name: "amount", range: "+ or -, at most 99999999.99", example: "+5.00"),
            placeholder: "+1.00"
        ) { text throws(TextFormatError) in
            _ = try EntryAmount.parse(text)
            return text
        }
    }

    /// What something costs, as it was typed; whoever takes it judges it.
    package static var price: TextFormat<String> {
        TextFormat(
            shape: TextShape(name: "amount", range: "whole cents", example: "12.50"), placeholder: "1.00"
        ) { text throws(TextFormatError) in
            // The rest, also whether it may have a sign, is for who knows what it is of. Nothing at all may be meant, to take an amount away.
            let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
            guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }) else {
                throw TextFormatError("must be an amount", hint: "write it as 12.50, without a currency")
            }
            return text
        }
    }
}
