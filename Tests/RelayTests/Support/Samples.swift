import JSON
import Store
import Testing
import Values

@testable import Relay

extension AlertFacts {
    /// A gift to Alice; the description and the names are a test's own.
    static func gift(_ description: String = "Kite", child: String = "Alice", isLate: Bool = false) -> AlertFacts {
        AlertFacts(
            key: "new|https://family.example|t1", event: .transaction, childID: "c1",
            firstName: UserText.singleLine(child), fullName: UserText.singleLine("\(child) Reed"),
            movement: Movement(
                id: "t1", amount: Decimal("12.5")!, isCredit: true, category: "Gift",
                description: UserText.cleaned(description), at: Timestamp(seconds: 1_773_500_966),
                balance: Decimal("37.5")!,
                by: "Grandma", notes: nil),
            balance: Decimal("37.5")!, threshold: nil, rule: "money", isLate: isLate,
            createdAt: Timestamp(seconds: 1_773_500_999))
    }

    static let low = AlertFacts(
        key: "low|https://family.example|c1|low|t1", event: .balanceLow, childID: "c1", firstName: "Alice",
        fullName: "Alice Reed", movement: nil, balance: Decimal("3.5")!, threshold: Decimal("5")!, rule: "low",
        isLate: false, createdAt: Timestamp(seconds: 1_773_500_999))
}

extension RenderedAlert {
    static func sample(
        _ facts: AlertFacts = .gift(), template: Template? = nil, isRepeat: Bool = false
    ) -> RenderedAlert {
        RenderedAlert(facts, template: template, target: "chat", isRepeat: isRepeat)
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
