import JSON
import Runtime
import Store
import Values

/// Orders about deliveries: each that is named, or all that a filter finds.
extension ControlAPI {
    /// What a filter without states means: what waits, and what nobody tries any more. Others are a person's decision.
    private static let open: Set<DeliveryRow.State> = [.queued, .inDoubt, .dead]

    /// How many an order with this filter would be about, and the last of them: named as `through`, it keeps out what comes
    /// while a person thinks.
    func countDeliveries(_ request: ControlRequest) async throws -> JSONValue {
        let (numbers, _) = try await chosen(request)
        return ["count": .count(numbers.count), "through": numbers.max().map { .count(Int($0.rawValue)) } ?? nil]
    }

    /// `deliveries/retry` and `deliveries/discard`: with a body `{"numbers": […]}`, or with a filter.
    func order(_ request: ControlRequest) async throws -> JSONValue {
        guard let order = Handling.Order(rawValue: request.path[1]) else {
            throw ControlAnswer.Refusal(.unknown, "a delivery can be retried or discarded, nothing else")
        }
        let (numbers, states) =
            if let body = request.body { (try named(body), Set<DeliveryRow.State>?.none) } else {
                try await chosen(request)
            }
        let handled = try await store.handle(order, numbers, in: states, now: WallClock.system.now)
        if order == .retry {
            for target in handled.targets.sorted() { await note(.wantsRetry(target: target)) }
        }
        return JSONValue(handled, of: order, commands: commands)
    }

    private func named(_ body: Secret) throws -> [DeliveryRow.Number] {
        do throws(JSONError) {
            let numbers = try JSONNode(JSONValue(parsing: body.withText { Array($0.utf8) })).required("numbers")
                .elements()
            return try numbers.map { node throws(JSONError) in DeliveryRow.Number(rawValue: Int64(try node.int())) }
        } catch {
            throw ControlAnswer.Refusal(.malformed, "the numbers of deliveries cannot be read: \(error)")
        }
    }

    private func chosen(_ request: ControlRequest) async throws -> ([DeliveryRow.Number], Set<DeliveryRow.State>?) {
        let filters = ControlRequest.Filter.allCases.map(\.rawValue)
        guard filters.contains(where: { request.query[$0] != nil }) else {
            throw ControlAnswer.Refusal(
                .malformed, "it is not said which deliveries",
                hint: "name their numbers, or one of: \(filters.map { "--\($0)" }.joined(separator: ", "))")
        }
        var filter = try await deliveryFilter(request, limit: .max)
        if filter.states.isEmpty { filter.states = Self.open }
        let last = request.query["through"].flatMap { Int64($0) } ?? .max
        let numbers = try await store.deliveryNumbers(matching: filter).filter { $0.rawValue <= last }
        return (numbers.reversed(), filter.states)
    }
}
