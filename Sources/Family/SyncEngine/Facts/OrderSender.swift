package import AllowanceAPI
import Runtime
package import Store
import Values

/// Where orders about records are carried out, and where it is seen what came of them: a server, asked in one account's name.
package protocol OrderSender: Sendable {
    /// The list that shows what came of the order; `nil` where the server has no such list.
    func evidence(for order: RecordOrder) async throws(FactError) -> Reply<RecordAnswer>?

    /// A kept list that the order changes as well; `nil` where the server has none, or it can't be read now.
    func listed(_ kind: RecordRow.Kind, of owner: String) async -> Reply<RecordAnswer>?

    /// Sends it once, in the name of who accepted it and of nobody else.
    ///
    /// - Parameters:
    ///   - intent: marked: a crash from here on leaves it in doubt.
    ///   - current: what its record said when it was looked at last.
    func carryOut(_ order: RecordOrder, of intent: IntentRow, over current: String?) async -> PushOutcome
}

extension SessionMaker: OrderSender {
    /// `GET` of the list, on the route that the server knows.
    package func evidence(for order: RecordOrder) async throws(FactError) -> Reply<RecordAnswer>? {
        do throws(AllowanceError) {
            return try await order.deed.form.list.read(by: session, of: order.owner.isEmpty ? nil : order.owner)
        } catch {
            throw FactError(error, error.nextStep(signingInBy: session.signInWay))
        }
    }

    /// `GET` of the list; who keeps records reads it again soon, whatever came of it.
    package func listed(_ kind: RecordRow.Kind, of owner: String) async -> Reply<RecordAnswer>? {
        try? await session.listedRecords(kind, of: owner)
    }

    /// One request, with the intent's id as its idempotency key.
    package func carryOut(_ order: RecordOrder, of intent: IntentRow, over current: String?) async -> PushOutcome {
        guard let user = User.ID(rawValue: intent.acceptedBy) else {
            return .refused("the id of the person is not one that can be sent")
        }
        var request = OrderRequest(
            order.deed.form, child: intent.child?.rawValue, record: order.record?.rawValue, payload: order.payload,
            current: current)
        do throws(StoreError) {
            // One whose photo is gone is not sent without it: the request says so.
            request.photo = try await media?.bytes(
                from: intent.id.rawValue, of: intent.server, now: WallClock.system.now)
        } catch {
            return .notMade(error.sentence, wait: nil)
        }
        if let board, request.photo != nil {
            board.uploading(intent.id, order.title, sent: 0, of: 1)
            request.progress = { board.uploading(intent.id, order.title, sent: $0, of: $1) }
        }
        defer { board?.uploaded(intent.id) }
        do throws(AllowanceError) {
            let id = try await request.send(by: session, key: intent.id.rawValue, as: user)
            return .done(id.map(RecordRow.ID.init(rawValue:)))
        } catch {
            return PushOutcome(error, of: order, error.nextStep(signingInBy: session.signInWay))
        }
    }
}

extension PushOutcome {
    /// What a failed request says of an order about a record. Where the record is gone, or is not as the order takes it to be, its
    /// list says what there is.
    ///
    /// - Parameter step: what a person can do about it; may be empty.
    package init(_ error: AllowanceError, of order: RecordOrder, _ step: String) {
        switch error.kind {
        case .notFound where order.record != nil: self = .missing(error.message)
        case .conflict: self = .disputed(error.message)
        default: self.init(error, step)
        }
    }
}
