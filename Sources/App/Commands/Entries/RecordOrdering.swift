import Control
import Daemon
import JSON
import Store
import Values

/// The commands that order something about a record: `pocketbell wishlist add` and its like.
package struct RecordOrdering: Sendable {
    /// What every order takes.
    package struct Terms: Sendable {
        let account: String?
        let wait: Duration?

        /// - Parameters:
        ///   - account: by whose login; `nil` where there is no doubt.
        ///   - wait: how long to wait for its end; `nil` for not at all.
        package init(account: String?, wait: Duration?) { (self.account, self.wait) = (account, wait) }
    }

    private let draft: OrderDraft
    private let wait: Duration?
    /// The path of a picture that goes with it.
    var photo: String?

    /// - Parameters:
    ///   - child: a first name, a full name or an id; `nil` where the record says it.
    ///   - record: its name, its id, or how that begins; `nil` of what makes one.
    ///   - fields: as typed, by the names that records have for them; what is `nil` was not typed.
    init(
        _ deed: RecordOrder.Deed, child: String? = nil, record: String? = nil, fields: [String: String?] = [:],
        _ terms: Terms
    ) {
        var draft = OrderDraft(id: OrderTrip.newID(), deed)
        draft.child = child
        draft.record = record
        draft.fields = fields.compactMapValues { $0 }
        draft.account = terms.account
        self.draft = draft
        wait = terms.wait
    }

    /// The same for an order that may not be said completely.
    ///
    /// - Parameter hint: what to type instead.
    package static func run(
        _ order: Self?, _ context: CommandContext, else hint: String
    ) async -> CommandOutcome {
        guard let order else {
            return Output.outcome(of: DaemonError(.usage, "it is not said what is meant", hint: hint))
        }
        return await order.run(context)
    }

    /// Keeps it and says what happens next.
    ///
    /// - Returns: `.needsPerson` where the server refuses it within the wait.
    package func run(_ context: CommandContext) async -> CommandOutcome {
        var draft = draft
        do throws(DaemonError) { draft.photo = try photo.map(PhotoFile.prepared) } catch {
            return Output.outcome(of: error)
        }
        let trip = OrderTrip(path: "orders", id: draft.id, body: draft.json, wait: wait)
        return await trip.run(context) { order, readable, isLive throws(JSONError) in
            try OrderTrip.sentence(order, Self.what(order, readable).harmless, isLive: isLive, waited: wait)
        }
    }

    /// Such as `Alice, add wish, Kite, $12.50`.
    static func what(_ order: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        let parts = [
            try order.firstName(), try order.word("order").replacing(text: "-", with: " "),
            try order.cell("description"), try readable.balance(order, "amount"),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
