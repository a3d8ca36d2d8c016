import Store
import Testing
import Values

@testable import Relay

@Suite("What rules match")
struct RuleMatchTests {
    /// A Saturday, half past nine in the morning in Berlin.
    private static let saturday = Timestamp("2026-11-28T08:30:00Z")!
    private static let berlin = try? TimeZone(named: "Europe/Berlin")

    private func kite(_ event: AlertRow.Event = .transaction) -> Occurrence {
        var kite = Occurrence(event, of: ["Alice", "Alice Reed", "c1"], at: Self.saturday)
        kite.money = Occurrence.Money(amount: Decimal("-12.50")!, kind: .debit, category: "Toys")
        kite.texts = ["A kite by LEGO", "birthday money"]
        kite.accounts = ["mum", "dad"]
        return kite
    }

    private func refusal(
        _ occurrence: Occurrence? = nil, _ change: (inout RuleMatch) -> Void
    ) throws -> RuleMatch.Refusal? {
        var match = RuleMatch()
        change(&match)
        return match.refusal(of: occurrence ?? kite(), in: try #require(Self.berlin))
    }

    @Test("without keys it matches everything")
    func everything() throws { #expect(try refusal { _ in } == nil) }

    @Test("each key refuses by its own name, and lets through what it names")
    func keys() throws {
        #expect(try refusal { $0.children = ["Bruno", "ALICE reed"] } == nil)
        #expect(try refusal { $0.children = ["Bruno"] } == .children)
        #expect(try refusal { $0.accounts = ["dad"] } == nil)
        #expect(try refusal { $0.accounts = ["gran"] } == .accounts)
        #expect(try refusal { $0.kinds = [.out] } == nil)
        #expect(try refusal { $0.kinds = [.in] } == .kinds)
        #expect(try refusal { $0.categories = ["chores", "TOYS"] } == nil)
        #expect(try refusal { $0.categories = ["Toy"] } == .categories)
        #expect(try refusal { $0.late = .never } == nil)
        #expect(try refusal { $0.late = .only } == .late)
        var late = kite()
        late.isLate = true
        #expect(try refusal(late) { $0.late = .only } == nil && refusal(late) { $0.late = .never } == .late)
    }

    @Test(
        "amounts are compared exactly and without sign",
        arguments: [
            ("12.50", "12.5", nil), ("12.51", nil, RuleMatch.Refusal.minimum), (nil, "12.49", .maximum),
            ("0", nil, nil),
        ] as [(String?, String?, RuleMatch.Refusal?)])
    func amounts(_ minimum: String?, _ maximum: String?, _ expected: RuleMatch.Refusal?) throws {
        let found = try refusal {
            ($0.minimum, $0.maximum) = (minimum.flatMap { Decimal($0) }, maximum.flatMap { Decimal($0) })
        }
        #expect(found == expected)
    }

    @Test("days and hours are those of the family's zone, of the moment when it happened")
    func times() throws {
        let hours = { (days: Set<Int>, start: Int, end: Int) in QuietHours(days: days, start: start, end: end) }
        #expect(try refusal { $0.times = [hours([6], 570, 571)] } == nil, "9:30 in Berlin")
        #expect(try refusal { $0.times = [hours([6], 510, 511)] } == .hours, "8:30 in London")
        #expect(try refusal { $0.times = [hours([1, 2, 3, 4, 5], 0, 1_440)] } == .days)
        #expect(try refusal { $0.times = [hours([5], 1_380, 600)] } == nil, "Friday's go on into Saturday")
    }

    @Test("what an occurrence has none of is not asked for: a low balance has no category and no words")
    func lowBalance() throws {
        let low = Occurrence(.balanceLow, of: ["Alice"], at: Self.saturday)
        let found = try refusal(low) {
            ($0.kinds, $0.categories, $0.minimum) = ([.in], ["Gift"], Decimal("100"))
            $0.matching = [TextPattern("lego")!]
        }
        #expect(found == nil)
        #expect(try refusal(low) { $0.children = ["Bruno"] } == .children)
        let problem = Occurrence(.diskFull, at: Self.saturday)
        #expect(try refusal(problem) { ($0.children, $0.late) = (["Alice"], .only) } == nil)
    }

    @Test("words are looked for in the description and in the notes")
    func words() throws {
        #expect(try refusal { $0.matching = [TextPattern("lego")!] } == nil)
        #expect(try refusal { $0.matching = [TextPattern("train")!, TextPattern("birthday*")!] } == nil)
        #expect(try refusal { $0.matching = [TextPattern("kite*")!] } == .matching)
    }

    @Test("wider and meeting rules are told from others")
    func comparing() {
        func match(_ change: (inout RuleMatch) -> Void) -> RuleMatch {
            var match = RuleMatch()
            change(&match)
            return match
        }
        let all = RuleMatch()
        let narrower = [
            match { $0.children = ["Alice"] }, match { $0.accounts = ["mum"] }, match { $0.kinds = [.in] },
            match { $0.categories = ["Gift"] }, match { $0.minimum = Decimal("1") },
            match { $0.maximum = Decimal("1") },
            match { $0.matching = [TextPattern("x")!] }, match { $0.late = .only },
            match { $0.times = [QuietHours(days: [1], start: 0, end: 60)] },
        ]
        for one in narrower {
            #expect(all.covers(one) && one.covers(one) && !one.covers(all) && one.mayMeet(all) && all.mayMeet(one))
        }
        #expect(
            match { $0.matching = [TextPattern("LEGO")!, TextPattern("b*")!] }.covers(
                match { $0.matching = [TextPattern("lego")!] }))
        #expect(!match { $0.kinds = [.in] }.mayMeet(match { $0.kinds = [.out] }))
        #expect(!match { $0.maximum = Decimal("5") }.mayMeet(match { $0.minimum = Decimal("5.01") }))
        #expect(!match { $0.late = .only }.mayMeet(match { $0.late = .never }))
        let night = match { $0.times = [QuietHours(days: [7], start: 1_320, end: 420)] }
        let monday = match { $0.times = [QuietHours(days: [1], start: 360, end: 480)] }
        #expect(night.mayMeet(monday) && !night.covers(monday), "a Sunday's night ends on Monday")
    }
}

@Suite("Text patterns")
struct TextPatternTests {
    @Test(
        "a word is found anywhere, in either case and width",
        arguments: [
            ("lego", "A LEGO set", true), ("ｌｅｇｏ", "lego", true), ("lego", "ＬＥＧＯ", true), ("LEGO", "legoland", true),
            ("été", "L’e\u{301}te\u{301} 2026", true), ("a  b", "x A\n\tb", true), ("lego", "le go", false),
            ("x", "", false),
        ])
    func word(_ pattern: String, _ text: String, _ isFound: Bool) throws {
        #expect(try #require(TextPattern(pattern)).matches(text) == isFound)
    }

    @Test(
        "with a star it is the whole text",
        arguments: [
            ("birthday*", "Birthday money", true), ("birthday*", "my birthday", false),
            ("*money", "Birthday money ", true),
            ("*money", "money box", false), ("b*m*y", "birthday money", true), ("b*m*y", "birthday moneys", false),
            ("a*a", "a", false), ("a*a", "aa", true), ("*day*mon*", "a day of money", true),
            ("*mon*day*", "a day of mon", false),
        ])
    func star(_ pattern: String, _ text: String, _ isFound: Bool) throws {
        #expect(try #require(TextPattern(pattern)).matches(text) == isFound)
    }

    @Test(
        "what nobody sees hides no word, and is none",
        arguments: [
            "\u{AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{34F}", "\u{180E}", "\u{FE0F}", "\u{E0041}",
        ])
    func unseen(_ joint: String) throws {
        #expect(try #require(TextPattern("lego")).matches("a L\(joint)E\(joint)\(joint)GO"))
        #expect(try #require(TextPattern("le\(joint)go*")).matches("\(joint)lego"))
        #expect(try #require(TextPattern("lego")).matches(String(repeating: joint, count: 10_000) + "lego"))
        #expect(TextPattern(joint) == nil)
    }

    @Test("what is found in every text is none", arguments: ["", "*", " * ", "**"])
    func none(_ pattern: String) { #expect(TextPattern(pattern) == nil) }

    @Test("a long hostile text has an end, and what stands behind it is not looked at")
    func bounded() throws {
        let pattern = try #require(TextPattern("*" + String(repeating: "a*", count: 39) + "b"))
        #expect(!pattern.matches(String(repeating: "a", count: 200_000)))
        let family = String(repeating: "👨‍👩‍👧‍👦\u{202E}\u{0000}", count: 2_000)
        #expect(try #require(TextPattern("👨‍👩‍👧‍👦")).matches(family))
        #expect(try !#require(TextPattern("lego")).matches(String(repeating: "x", count: 2_000) + "lego"))
    }
}
