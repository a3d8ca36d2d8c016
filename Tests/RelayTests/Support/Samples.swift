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

    /// One of them with what a failure calls it.
    struct Text: Sendable, CustomStringConvertible {
        let description: String
        let text: String
    }

    static let everything = [
        Text(description: "pings", text: pings), Text(description: "markup", text: markup),
        Text(description: "long", text: long), Text(description: "lines", text: lines),
        Text(description: "every control character", text: controls), Text(description: "one emoji", text: chain),
        Text(description: "joined emoji", text: String(repeating: "\(chain) ", count: 4)),
        Text(description: "overrides", text: overrides), Text(description: "markup of every chat", text: chats),
        Text(description: "nothing", text: ""),
        Text(description: "accents", text: String(repeating: "e\u{301}", count: 5_000)),
    ]

    /// What begins an entity, an escape or a control sequence somewhere.
    static let toEscape = ["<", "&", "*", "\"", "'", "@", "_", "<&", "a*", "👨‍👩‍👧‍👦<"]

    /// 10 KB in which every control character is, and every mark that turns the direction of writing.
    static let controls: String = {
        let values = Array(0..<0x20) + Array(0x7F..<0xA0) + [0x200E, 0x200F, 0x2028, 0x2029] + Array(0x202A...0x202E)
        let some = (values + Array(0x2066...0x2069)).compactMap(Unicode.Scalar.init).map { "kite\($0)" }.joined()
        return String(String(repeating: some, count: 1 + 10_240 / some.utf8.count).prefix(10_240))
    }()

    /// Hundreds of emoji that are one character.
    static let chain = String(repeating: "👩\u{200D}", count: 600) + "👩"

    static let overrides =
        String(
            repeating: "\u{202E}\u{2067}\u{200F}gnp.exe \u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{645}\u{631} \u{2069}",
            count: 200)

    static let chats = #"""
        <@U024BE7LH> <#C1|x> <!subteam^S1> <https://evil.example|ok> <users/all> <at>Mum</at> @all @a:m.example #room
        **b** __u__ ~~s~~ ||spoiler|| <t:0:R> </cmd:1> <:emoji:1> :smile: > quote # head - list `x` ```x``` | a | b |
        [x](javascript:alert(1)) ![x](https://evil.example/p.png) <script>alert(1)</script> <img src=x onerror=x> </p>
        {{.Title}} {{states}} ${HOME} $(id) %s %0d%0a &lt;b&gt; \u0000 \n <a href="tg://user?id=1">x</a> /start tg://x
        """#
}
