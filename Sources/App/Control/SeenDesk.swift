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
        let now = WallClock.system.now
        if order["all"] == true {
            let marked = try await Sightings(api.store).mark(
                try await api.store.read("seen.all") { try $0.unseen() }, by: Self.place, at: now,
                counts: Sightings.everybody)
            return ["alerts": .count(marked), "refused": .array([])]
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
        let marked = try await Sightings(api.store).mark(alerts, by: Self.place, at: now, counts: Sightings.everybody)
        return ["alerts": .count(marked), "refused": .array(refused)]
    }

    private var malformed: ControlAnswer.Refusal {
        ControlAnswer.Refusal(.malformed, "it is not said which deliveries")
    }
}
