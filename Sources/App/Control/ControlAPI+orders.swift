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
            for target in handled.byTarget.keys.sorted() { await note(.wantsRetry(target: target)) }
        }
        let installed = await installed()
        var refused: [JSONValue] = []
        for refusal in handled.refused {
            let message = try await sentence(of: refusal, installed)
            refused.append(["number": .count(Int(refusal.number.rawValue)), "message": .string(message)])
        }
        return [
            "order": .string(order.rawValue), "done": .array(handled.done.map { .count(Int($0.rawValue)) }),
            "held": .array(order == .retry ? handled.held(besides: installed, commands) : []),
            "refused": .array(refused),
        ]
    }

    private func sentence(of refusal: Handling.Refusal, _ installed: Installed) async throws -> String {
        switch refusal {
        case .unknown(let number): return commands.noDelivery("\(number)")
        case .underWay(let number): return "delivery \(number) is being sent just now; look again in a moment"
        case .settled(let number, let state):
            let work = try await store.history(of: number)?.delivery.work
            let proof = work.flatMap { $0.proof(taken: installed.taken(by: $0.delivery.target)) }
            return "delivery \(number) is \(proof?.rawValue ?? state.rawValue) already"
        }
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

extension Handling {
    /// What an order to send again does not bring on its way, for people: by numbers, with the next step.
    fileprivate func held(besides installed: Installed, _ commands: ProgramCommands) -> [JSONValue] {
        let names = Set(installed.targets.map(\.name))
        let stranded = byTarget.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
        let barred = barred.filter { number in !stranded.contains { $0.value.contains(number) } }
        let waiting = stranded.map { target, numbers in
            let wait = numbers.count == 1 ? "delivery \(numbers[0]) waits" : "\(numbers.count) deliveries wait"
            return Self.json(
                numbers,
                "\(wait) for the target \(target), which is not configured; configure it again, or give up what "
                    + "waits for it: \(commands.order("discard", of: target))")
        }
        guard !barred.isEmpty else { return waiting }
        return waiting + [
            Self.json(
                barred,
                (barred.count == 1 ? "delivery \(barred[0]) is" : "\(barred.count) deliveries are")
                    + " left again unless 'people' in \(commands.file) has changed: who reads the target may not know of it"
            )
        ]
    }

    private static func json(_ numbers: [DeliveryRow.Number], _ message: String) -> JSONValue {
        ["numbers": .array(numbers.map { .count(Int($0.rawValue)) }), "message": .string(message)]
    }
}
