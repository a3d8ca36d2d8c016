import JSON
import Store
import Testing
import Values

@testable import Relay

extension AlertFacts {
    /// A gift to Alice; the description and the names are a test's own.
    static func gift(
        _ description: String = "Kite", child: String = "Alice", by: String = "Grandma", notes: String? = nil,
        isLate: Bool = false
    ) -> AlertFacts {
        AlertFacts(
            key: "new|https://family.example|t1", event: .transaction, childID: "c1",
            firstName: UserText.singleLine(child), fullName: UserText.singleLine("\(child) Reed"),
            movement: Movement(
                id: "t1", amount: Decimal("12.5")!, isCredit: true, category: "Gift",
                description: UserText.cleaned(description), at: Timestamp(seconds: 1_773_500_966),
                balance: Decimal("37.5")!,
                by: UserText.singleLine(by), notes: notes.map(UserText.cleaned)),
            balance: Decimal("37.5")!, threshold: nil, rule: "money", account: "mum",
            isLate: isLate, createdAt: Timestamp(seconds: 1_773_500_999))
    }

    /// What ``gift(_:child:by:notes:isLate:)`` tells of, taken back.
    static func withdrawn(_ id: String = "t1") -> AlertFacts {
        var facts = gift()
        facts.event = .withdrawn
        facts.key = "gone|https://family.example|\(id)"
        facts.movement?.id = id
        facts.balance = Decimal("25")!
        return facts
    }

    static let low = AlertFacts(
        key: "low|https://family.example|c1|low|t1", event: .balanceLow, childID: "c1", firstName: "Alice",
        fullName: "Alice Reed", movement: nil, balance: Decimal("3.5")!, threshold: Decimal("5")!, rule: "low",
        account: "mum", isLate: false, createdAt: Timestamp(seconds: 1_773_500_999))
}

extension AlertFacts {
    /// What has become of a record of Alice's.
    static func record(_ event: AlertRow.Event, _ details: String, balance: String? = nil) -> AlertFacts {
        var facts = low
        facts.key = "\(event.rawValue)|https://family.example|r1"
        facts.event = event
        (facts.balance, facts.threshold) = (balance.flatMap { Decimal($0) }, nil)
        facts.details = AlertDetails(stored: details)
        return facts
    }
}

extension RenderedAlert {
    /// As it is told 34 seconds after ``AlertFacts/gift(_:child:by:notes:isLate:)``, unless a test says otherwise.
    static func sample(
        _ facts: AlertFacts = .gift(), template: Template? = nil, style: AlertStyle = AlertStyle(),
        by renderer: AlertRenderer = AlertRenderer(target: "chat"), isRepeat: Bool = false,
        now: Timestamp = Timestamp(seconds: 1_773_501_000)
    ) -> RenderedAlert {
        var templates = TemplateCache()
        return renderer.render(facts, template: template, style: style, &templates, isRepeat: isRepeat, now: now)
    }
}

extension HTTPTarget {
    /// The body as a reader sees it.
    func json(_ alert: RenderedAlert) throws -> JSONValue { try JSONValue(parsing: body(for: alert)) }

    func text(_ alert: RenderedAlert) -> String { String(decoding: body(for: alert), as: UTF8.self) }
}

/// Text from a child who tries things out.
enum Hostile {
    static let pings = "@everyone <!channel> <users/all> @room @here @channel"
    static let markup =
        #"*a* _b_ ~c~ `d` [x](http://evil) ![y](http://evil/p.png) <b>z</b> & "q" 'r' \ ]] }} {{.}} $HOME $(id)"#
    static let long =
        String(repeating: "👨‍👩‍👧‍👦 \u{202E}evil\u{0000} ", count: 500) + String(decoding: [0xED, 0xA0, 0x80], as: UTF8.self)
    static let lines = "Alice\r\nSubject: x\r\n\r\nX-Injected: 1"
}
