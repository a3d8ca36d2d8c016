import JSON
import Runtime
import Store
import Values

/// Takes a person's word that an alert was seen, where no target can tell.
struct SeenDesk: Sendable {
    let api: ControlAPI
    /// How it is written down who said so.
    static let place = "pocketbell seen"

    /// A POST with `{"numbers": [N, ...]}` of deliveries, or with `{"all": true}` for all that is told again or told others unless seen.
    func answer(_ request: ControlRequest) async throws -> JSONValue {
        guard let body = request.body, let order = try? JSONValue(parsing: body.withText { Array($0.utf8) }) else {
            throw malformed
        }
        if order["all"] == true {
            return try await mark(try await api.store.read("seen.all") { try $0.unseen() }, refused: [])
        }
        guard case .array(let items)? = order["numbers"] else { throw malformed }
        let numbers = items.compactMap { if case .number(let number) = $0 { Int64(number.text) } else { nil } }
        guard !numbers.isEmpty, numbers.count == items.count, numbers.count <= ControlAPI.longestList else {
            throw malformed
        }
        var (alerts, refused) = ([AlertRow.Key](), [JSONValue]())
        for number in numbers {
            let history = try await api.store.history(of: DeliveryRow.Number(rawValue: number))
            guard let alert = history?.delivery.work?.delivery.alert else {
                refused.append([
                    "number": .count(Int(clamping: number)), "message": .string(api.commands.noDelivery("\(number)")),
                ])
                continue
            }
            alerts.append(alert)
        }
        return try await mark(alerts, refused: refused)
    }

    /// Says also how many of them would have been told again, or told others: of most nobody would.
    private func mark(_ alerts: [AlertRow.Key], refused: [JSONValue]) async throws -> JSONValue {
        let counting = await api.installed().counting
        let waiting = try await api.store.read("seen.waiting") { snapshot in
            var waiting = Set<AlertRow.Key>()
            for alert in alerts where try snapshot.waitsToBeSeen(alert, by: counting) { waiting.insert(alert) }
            return waiting.count
        }
        let marked = try await Sightings(api.store).mark(
            alerts, by: Self.place, at: WallClock.system.now, counts: Sightings.everybody)
        return ["alerts": .count(marked), "notToldAgain": .count(min(waiting, marked)), "refused": .array(refused)]
    }

    private var malformed: ControlAnswer.Refusal {
        ControlAnswer.Refusal(.malformed, "it is not said which deliveries")
    }
}
