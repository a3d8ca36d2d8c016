import Control
import Cryptography
import Daemon
import JSON
import Runtime
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
        let digits = randomBytes(count: 16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        var draft = EntryDraft(id: digits.joined())
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
        do {
            let (answer, readable, isLive) = try await kept(context)
            if context.isJSON {
                Output.line(answer)
            } else {
                Output.line(try Self.sentence(JSONNode(answer), readable, isLive: isLive, waited: wait))
            }
            return answer["state"] == "parked" ? .needsPerson : .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    private func kept(_ context: CommandContext) async throws -> (JSONValue, Readable, isLive: Bool) {
        do {
            return try await Inquiry.with(context, ask)
        } catch let error as DaemonError {
            throw error
        } catch {
            // The program may have ended between taking it and saying so: the id says whether it has it.
            return try await Inquiry.with(context, ask)
        }
    }

    private func ask(_ inquiry: Inquiry) async throws -> (JSONValue, Readable, isLive: Bool) {
        let request = ControlRequest(.post, ["intents"], body: draft.json)
        let taken = try await inquiry.ask(request)
        guard let wait, inquiry.isLive else { return (taken, inquiry.readable, inquiry.isLive) }
        let last = try await Patience.during("waiting for the server") { try await ended(taken, inquiry, within: wait) }
        return (last, inquiry.readable, true)
    }

    /// Waits for the entry's end, in questions that each wait for some seconds.
    private func ended(_ taken: JSONValue, _ inquiry: Inquiry, within limit: Duration) async throws -> JSONValue {
        let deadline = ContinuousClock.now + limit
        var last = taken
        while !Self.isEnded(last) {
            let left = Int((deadline - ContinuousClock.now) / .seconds(1))
            guard deadline > ContinuousClock.now else { return last }
            let query = ["wait": "\(min(max(left, 1), 20))"]
            last = try await inquiry.ask(ControlRequest(.get, ["intents", draft.id], query: query))
        }
        return last
    }

    private static func isEnded(_ entry: JSONValue) -> Bool {
        ["confirmed", "parked", "discarded"].contains(entry["state"])
    }

    static func sentence(
        _ entry: JSONNode, _ readable: Readable, isLive: Bool, waited: Duration?
    ) throws(JSONError) -> String {
        let what =
            "\(try entry.firstName()) \(try readable.movement(entry, "amount")), \(try entry.cell("description"))"
            .harmless
        let id = try entry.cell("intent").prefix(8)
        switch try entry.cell("state") {
        case "confirmed": return "Made: \(what)."
        case "parked":
            return
                "Not made: \(what): \(try entry.cell("reason").harmless)\n  next: pocketbell pending show \(id)"
        case _ where !isLive:
            return "Taken: \(what). It is kept here, and sent as soon as the program runs: pocketbell run"
        case _ where waited != nil:
            return
                "Taken: \(what). The server has not confirmed it yet; it goes on by itself: pocketbell pending show \(id)"
        default: return "Taken: \(what). It is on its way to the server: pocketbell pending"
        }
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
}
