import HTTPClient
import JSON
import Store
import Values

/// Any program that takes JSON by POST, signed as Standard Webhooks 1.0.0 asks.
struct WebhookTarget: HTTPTarget {
    let url: HTTPURL
    /// Each signs each request; empty: not signed.
    let keys: [WebhookKey]
    let format: WebhookFormat
    /// Of the receiver's own wish.
    let headers: [WebhookHeader]
    let addresses: AddressPolicy
    let secrets: [Secret]
    /// The receiver has the `webhook-id` for that.
    let deduplicates = true
    /// The signature is over bytes, and receivers may compare them.
    let repeatsBytes = true

    /// Bytes of each text in the body, so that the whole stays below the advised 20 kB.
    static let textLimit = TextLimit.bytes(3_000)
    static let nameLimit = TextLimit.bytes(300)
    private static let notRepeated = Array(#""repeat":false}}"#.utf8)
    private static let repeated = Array(#""repeat":true}}"#.utf8)

    init(
        url: Secret, keys: [Secret] = [], format: WebhookFormat = .webhook, headers: [WebhookHeader] = [],
        addresses: AddressPolicy
    ) throws(RelayError) {
        self.url = try HTTPURL(target: url)
        self.keys = try keys.map { key throws(RelayError) in try WebhookKey(key) }
        self.format = format
        self.addresses = addresses
        self.headers = headers
        secrets = [url] + keys + headers.flatMap(\.secrets)
        // What cannot be sent is found now, not with the first alert.
        var request = HTTPClientRequest(.post, self.url)
        for header in headers { try request.add(header) }
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        switch format {
        case .webhook: Self.json(of: alert)
        case .cloudEvents(let source): Self.cloudEvent(of: alert, from: source)
        }
    }

    /// All that there is to know of an alert, as `docs/webhook.schema.json` describes it.
    static func json(of alert: RenderedAlert) -> [UInt8] {
        JSONWriter.object { write(bodyOf: alert, to: &$0) }
    }

    static func write(bodyOf alert: RenderedAlert, to object: inout JSONObjectWriter) {
        object.set("type", type(of: alert))
        object.set("timestamp", moment(of: alert))
        object.object("data") { write(dataOf: alert, to: &$0) }
    }

    static func write(dataOf alert: RenderedAlert, to data: inout JSONObjectWriter) {
        data.set("alert", alert.id)
        write(looksOf: alert, to: &data)
        if let digest = alert.digest {
            data.set("currency", alert.currency)
            write(digest, to: &data)
        } else {
            write(alert, to: &data)
        }
        if alert.digest == nil { write(beginningAndEndOf: alert.facts, to: &data) }
        // Last, so that a repeat changes these bytes and no others.
        data.set("repeat", alert.isRepeat)
    }

    static func type(of alert: RenderedAlert) -> String { alert.digest == nil ? type(of: alert.facts) : "digest" }

    /// When it happened; of several, when the first of them did.
    static func moment(of alert: RenderedAlert) -> Timestamp { alert.digest?.since ?? alert.facts.at }

    /// That it was told before, and which alerts belong together, where that is so.
    private static func write(beginningAndEndOf facts: AlertFacts, to data: inout JSONObjectWriter) {
        if let reminder = facts.reminder { write(reminder, to: &data) }
        guard let matter = facts.matter else { return }
        data.set("matter", AlertRenderer.identity(of: matter.key))
        data.set("resolved", matter.isOver)
    }

    /// That it was told before under another identity, and nobody has seen it.
    static func write(_ reminder: Reminder, to data: inout JSONObjectWriter) {
        data.object("reminder") { object in
            object.set("kind", reminder.kind.rawValue)
            object.set("number", reminder.step)
            object.set("of", reminder.times)
        }
    }

    static func type(of facts: AlertFacts) -> String {
        guard facts.event.isProblem else { return type(of: facts.event) }
        return facts.notice?.isOver == true ? "problem.over" : "problem.began"
    }

    /// - Parameter event: of problems the word of their beginning.
    static func type(of event: AlertRow.Event) -> String {
        switch event {
        case .transaction: "transaction.created"
        case .withdrawn: "transaction.withdrawn"
        case .edited: "transaction.edited"
        case .summary: "summary.weekly"
        default:
            // `chore-waiting` is `chore.waiting`.
            event.isProblem ? "problem.began" : event.rawValue.split(separator: "-").joined(separator: ".")
        }
    }

    /// What there is to know of one alert.
    ///
    /// - Parameter limit: of each long text.
    static func write(_ alert: RenderedAlert, to data: inout JSONObjectWriter, _ limit: TextLimit = textLimit) {
        let facts = alert.facts
        if facts.event == .summary { return write(facts, facts.week, alert.currency, to: &data) }
        if facts.event == .drill { return data.set("late", facts.isLate) }
        if let notice = facts.notice {
            return data.object("problem") { problem in
                problem.set("kind", facts.event.rawValue)
                problem.set("subject", notice.subject.isEmpty ? nil : nameLimit.cut(notice.subject))
                problem.set("sentence", limit.cut(notice.sentence))
                problem.set("since", notice.since)
            }
        }
        data.set("account", facts.account)
        data.set("rule", facts.rule)
        data.set("currency", alert.currency)
        data.object("child") { child in
            child.set("id", facts.childID)
            child.set("name", Self.nameLimit.cut(facts.fullName))
        }
        Self.write(facts.movement, to: &data, limit)
        facts.details.write(of: facts.event, to: &data, limit)
        let hidesAmounts = facts.hides.contains(.amounts)
        func set(_ name: String, _ amount: Decimal?) {
            if amount != nil || hidesAmounts { data.set(name, amount?.moneyText) }
        }
        if facts.event != .transaction { set("balance", facts.balance) }
        if facts.event.topic == .balance { set("threshold", facts.threshold) }
        data.set("late", facts.isLate)
    }

    /// What a receiver needs to show the alert without knowing more.
    private static func write(looksOf alert: RenderedAlert, to data: inout JSONObjectWriter) {
        data.set("title", nameLimit.cut(alert.title))
        data.set("text", textLimit.cut(alert.text))
        data.set("urgency", alert.urgency.rawValue)
        data.array("tags") { tags in for tag in alert.tags { tags.append(tag) } }
        data.set("icon", alert.icon)
        data.set("link", alert.link)
    }

    private static func write(
        _ movement: AlertFacts.Movement?, to data: inout JSONObjectWriter, _ limit: TextLimit
    ) {
        guard let movement else { return }
        data.object("transaction") { transaction in
            transaction.set("id", movement.id)
            transaction.set("amount", movement.amount?.moneyText)
            transaction.set("kind", movement.isCredit ? "credit" : "debit")
            transaction.set("category", nameLimit.cut(movement.category))
            transaction.set("description", limit.cut(movement.description))
            transaction.set("at", movement.at)
            transaction.set("balance", movement.balance?.moneyText)
            transaction.set("by", movement.by.map(nameLimit.cut))
            transaction.set("notes", movement.notes.map(limit.cut))
        }
    }

    /// The stored bytes stay as they are, whatever has become of the child's name since: only the repeat is marked.
    func body(_ stored: [UInt8], again alert: RenderedAlert) -> [UInt8] {
        guard alert.isRepeat, stored.suffix(Self.notRepeated.count).elementsEqual(Self.notRepeated) else {
            return stored
        }
        return stored.dropLast(Self.notRepeated.count) + Self.repeated
    }

    func request(
        carrying body: [UInt8], of alert: RenderedAlert, at now: Timestamp
    ) throws(RelayError) -> HTTPClientRequest {
        var request = post(body, to: url)
        request.body = .bytes(body, contentType: format.contentType)
        for header in headers { try request.add(header) }
        do throws(HTTPError) {
            try request.setHeader("webhook-id", alert.id)
            try request.setHeader("webhook-timestamp", "\(now.seconds)")
            if !keys.isEmpty {
                let signature = WebhookSignature(id: alert.id, timestamp: now.seconds, body: body, keys: keys)
                try request.setHeader("webhook-signature", signature.signature)
            }
        } catch {
            throw RelayError(.badURL, "\(error)")
        }
        return request
    }

    func verdict(on answer: HTTPAnswer) -> Verdict { answer.verdictByStatus }
}
