import HTTPClient
import JSON
import Store
import Values

/// A webhook trigger of Home Assistant: what a webhook says, on one level, as templates of automations ask for it.
struct HomeAssistantTarget: HTTPTarget {
    let url: HTTPURL
    let addresses: AddressPolicy
    let secrets: [Secret]
    /// An automation runs for each request.
    let deduplicates = false

    init(server: String, webhook: Secret, addresses: AddressPolicy) throws(RelayError) {
        let place = webhook.withText { Secret(server.address(of: "/api/webhook/\($0)")) }
        url = try HTTPURL(target: place)
        self.addresses = addresses
        secrets = [place, webhook]
    }

    func body(for alert: RenderedAlert) -> [UInt8] { Self.json(of: alert) }

    /// Every member is always there: a template that asks for one that is not would end the automation.
    ///
    /// - Parameter first: writes what others have before it.
    static func json(of alert: RenderedAlert, first: (inout JSONObjectWriter) -> Void = { _ in }) -> [UInt8] {
        let (facts, name) = (alert.facts, WebhookTarget.nameLimit)
        let child = alert.digest == nil && facts.notice == nil
        return JSONWriter.object { object in
            first(&object)
            object.set("type", alert.digest == nil ? WebhookTarget.type(of: facts) : "digest")
            object.set("timestamp", alert.digest?.since ?? facts.at)
            object.set("alert", alert.id)
            object.set("title", name.cut(alert.title))
            object.set("message", WebhookTarget.textLimit.cut(alert.text))
            object.set("urgency", alert.urgency.rawValue)
            object.array("tags") { tags in for tag in alert.tags { tags.append(tag) } }
            object.set("icon", alert.icon)
            object.set("link", alert.link)
            object.set("count", alert.digest?.members.count ?? 1)
            object.set("child", child ? name.cut(facts.fullName) : nil)
            object.set("child_id", child ? facts.childID : nil)
            Self.write(child ? facts : nil, to: &object)
            object.set("currency", alert.currency)
            object.set("problem", facts.event.isProblem ? facts.event.rawValue : nil)
            object.set("late", facts.isLate)
            write(alert.digest == nil ? facts : nil, beginningAndEnd: &object)
            object.set("repeat", alert.isRepeat)
        }
    }

    /// - Parameter facts: `nil` for several alerts in one.
    private static func write(_ facts: AlertFacts?, beginningAndEnd object: inout JSONObjectWriter) {
        if let reminder = facts?.reminder {
            WebhookTarget.write(reminder, to: &object)
        } else {
            object.set("reminder", String?.none)
        }
        object.set("matter", (facts?.matter?.key).map(AlertRenderer.identity))
        object.set("resolved", facts?.matter?.isOver ?? false)
    }

    /// - Parameter facts: `nil` for what is not about one child's money.
    private static func write(_ facts: AlertFacts?, to object: inout JSONObjectWriter) {
        let (movement, name) = (facts?.movement, WebhookTarget.nameLimit)
        // As the webhook: what a transaction left, and else what there is now.
        let balance = facts?.event == .transaction ? movement?.balance : facts?.balance
        object.set("amount", movement?.amount?.moneyText)
        object.set("kind", movement.map { $0.isCredit ? "credit" : "debit" })
        object.set("balance", balance?.moneyText)
        object.set("threshold", facts?.event.topic == .balance ? facts?.threshold?.moneyText : nil)
        object.set("category", movement.map { name.cut($0.category) })
        object.set("description", movement.map { WebhookTarget.textLimit.cut($0.description) })
        object.set("by", movement.flatMap { $0.by.map(name.cut) })
        object.set("notes", movement.flatMap { $0.notes.map(WebhookTarget.textLimit.cut) })
        object.set("transaction", movement?.id)
        object.set("account", facts?.account)
        object.set("rule", facts?.rule)
    }

    func verdict(on answer: HTTPAnswer) -> Verdict {
        guard answer.isComplete || !answer.isSuccess else {
            return .inDoubt(.unexpectedAnswer, "answered \(answer.status), but its answer broke off")
        }
        guard answer.status == 200, answer.body.isEmpty else {
            // Nothing else is what it says of a request that it has taken, such as a proxy's page before it.
            return answer.isSuccess
                ? answer.isSomebodyElses(than: "Home Assistant", check: "'server'") : answer.verdictByStatus
        }
        // It tells no stranger which ids there are.
        return .delivered(
            "Home Assistant answered 200, which it does to a wrong id too: look at the automation's traces")
    }
}
