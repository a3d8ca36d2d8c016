import HTTPClient
import JSON
import Store
import Systemd
import Testing
import TextFormats
import Values

@testable import Relay

@Suite("How alerts look")
struct StyleTests {
    @Test("the rule's wishes come before the target's, and those before what the event brings")
    func precedence() {
        let target = AlertRenderer(
            target: "chat", style: AlertStyle(title: "T", urgency: .low, tags: ["t"], icon: "i", link: "https://t/"))
        let both = RenderedAlert.sample(style: AlertStyle(title: "R", urgency: .normal, tags: ["r"]), by: target)
        #expect(both.title == "R" && both.urgency == .normal && both.tags == ["r"])
        #expect(both.icon == "i" && both.link == "https://t/")
        let own = RenderedAlert.sample(.low, by: target)
        #expect(own.title == "T" && own.urgency == .low && own.tags == ["t"])
        #expect(RenderedAlert.sample(.low).urgency == .high && RenderedAlert.sample().urgency == .normal)
        #expect(RenderedAlert.sample(.low).title == "Low balance" && RenderedAlert.sample().link == nil)
    }

    @Test(
        "what is stored with a delivery comes back",
        arguments: [
            AlertStyle(title: "{child} \"x\"\n"), AlertStyle(urgency: .high), AlertStyle(tags: ["a", "ü"]),
            AlertStyle(icon: "i"), AlertStyle(link: "https://a/{child}"),
            AlertStyle(title: "t", urgency: .low, tags: ["a"], icon: "i", link: "l"),
        ])
    func stored(_ style: AlertStyle) throws {
        #expect(AlertStyle(stored: try #require(style.stored)) == style)
        #expect(AlertStyle().stored == nil)
    }

    @Test(
        "what cannot be read looks as if it weren't there",
        arguments: ["", "{", "[]", "null", #"{"title":1,"urgency":"shrill","tags":[1],"tags":"x","icon":null}"#])
    func unreadable(_ text: String) { #expect(AlertStyle(stored: text) == AlertStyle()) }

    @Test("a title is one line and never empty, whatever is put into it")
    func titles() {
        func title(_ template: String, _ description: String) -> String {
            RenderedAlert.sample(.gift(description), style: AlertStyle(title: template)).title
        }
        #expect(title("{child}: {description}", Hostile.lines) == "Alice: Alice Subject: x X-Injected: 1")
        #expect(title("{notes}", "x") == "Pocket money" && title(" \n", "x") == "Pocket money")
        #expect(title("{nobody}", "x") == "Pocket money", "a template that was valid once")
        let late = RenderedAlert.sample(
            .gift(Hostile.long, isLate: true), style: AlertStyle(title: "{description}"))
        #expect(late.title.utf16.count <= 200 && late.titleWithRemark.hasSuffix("… (15:09; found late)"))
        #expect(RenderedAlert.sample(style: AlertStyle(tags: ["a\nb\0", "\u{202E}c"])).tags == ["a b", "c"])
    }

    @Test(
        "what is put into a link stays in its place",
        arguments: [
            ("https://f.example/c/{child-id}", "x", "https://f.example/c/c1"),
            ("https://f.example/{description}", "../../admin?x=1#y", "https://f.example/..%2F..%2Fadmin%3Fx%3D1%23y"),
            ("https://f.example/?q={description}&k=1", "a&k=2", "https://f.example/?q=a%26k%3D2&k=1"),
            ("https://f.example/{description}", "a|b>c<d\"e'f`g", "https://f.example/a%7Cb%3Ec%3Cd%22e%27f%60g"),
            ("https://f.example/{description}", "größe 💶", "https://f.example/gr%C3%B6%C3%9Fe%20%F0%9F%92%B6"),
            (
                "https://f.example/{description}", "@evil.example/\r\nX: 1",
                "https://f.example/%40evil.example%2F%0AX%3A%201"
            ),
            ("https://f.example/größe|>/%20", "x", "https://f.example/gr%C3%B6%C3%9Fe%7C%3E/%20"),
            ("{description}", "https://evil.example", nil), ("javascript:{child}", "x", nil),
            // No escape makes a name of these: the page of another child, or what approves something.
            ("https://f.example/c/{description}/approve", "..", nil), ("https://f.example/{description}", ".", nil),
            ("https://f.example/.{description}/x", ".", nil), ("https://f.example/%2E{description}?q", ".", nil),
            ("https://f.example/{description}", "...", "https://f.example/..."),
            ("https://f.example/?q={description}/", "..", "https://f.example/?q=../"),
            ("https://f.example/{description}", "%2e%2e", "https://f.example/%252e%252e"),
            ("https://f.example/{description}", String(repeating: "ä", count: 400), nil),
        ])
    func links(_ template: String, _ description: String, _ expected: String?) {
        #expect(RenderedAlert.sample(.gift(description), style: AlertStyle(link: template)).link == expected)
    }

    @Test("words and links about money are not used where there is none")
    func problems() {
        let style = AlertStyle(title: "Money of {child}", link: "https://f.example/c/{child-id}")
        let renderer = AlertRenderer(target: "chat", style: style)
        var problem = AlertFacts.low
        (problem.event, problem.childID, problem.firstName, problem.fullName) = (.signInNeeded, "", "", "")
        problem.notice = AlertRow.Notice(
            subject: "mum", sentence: "Sign in: pocketbell login mum", since: Timestamp(seconds: 5), isOver: false)
        let template = Template("{child} {verb} {amount}: {description}")
        let alert = RenderedAlert.sample(problem, template: template, by: renderer)
        #expect(alert.title == "PocketBell has a problem" && alert.link == nil)
        #expect(alert.text == RenderedAlert.sample(problem).text && !alert.text.isEmpty)
        // As an installation with a page has it.
        let page = AlertStyle(link: "https://b.example/money/{if transaction-id}transactions/{transaction-id}{end}")
        let leading = AlertRenderer(target: "chat", style: page)
        #expect(RenderedAlert.sample(problem, by: leading).link == "https://b.example/money/")
        let story = RenderedAlert.sample(.gift("x"), by: leading).link
        #expect(story?.hasPrefix("https://b.example/money/transactions/") == true && story?.hasSuffix("/") == false)
        let fitting = AlertStyle(title: "Look: {event}", link: "https://f.example/help")
        let helped = RenderedAlert.sample(problem, template: Template("{description}!"), style: fitting)
        #expect(helped.title == "Look: sign-in-needed" && helped.link == "https://f.example/help")
        #expect(helped.text == "since 1 Jan 1970 00:00: Sign in: pocketbell login mum!")
        #expect(
            RenderedAlert.sample(style: AlertStyle(link: "https://f.example/{notes}")).link == nil, "there are none")
        #expect(RenderedAlert.sample(style: AlertStyle(title: "{child} {notes}")).title == "Alice")
    }

    @Test(
        "a moment is the family's, with the day when that is not today; what is old says it everywhere",
        arguments: [
            (34, false, "16:09", nil), (299, false, "16:09", nil), (300, false, "16:09", "16:09"),
            (34, true, "16:09", "16:09; found late"), (86_400, false, "yesterday 16:09", "yesterday 16:09"),
            (3 * 86_400, true, "Sat 14 Mar 16:09", "Sat 14 Mar 16:09; found late"),
            (400 * 86_400, false, "14 Mar 2026 16:09", "14 Mar 2026 16:09"),
        ])
    func moments(_ seconds: Int64, _ isLate: Bool, _ at: String, _ remark: String?) throws {
        let locale = AlertLocale(zone: try TimeZone(named: "Europe/Berlin"))
        let alert = RenderedAlert.sample(
            .gift(isLate: isLate), template: Template("{at}"), by: AlertRenderer(target: "chat", locale: locale),
            now: Timestamp(seconds: 1_773_500_966 + seconds))
        #expect(alert.text == at && alert.remark(aboutRepeats: true) == remark)
        #expect(alert.titleWithRemark == "Pocket money" + (remark.map { " (\($0))" } ?? ""))
        #expect(DesktopTarget.content(of: alert, ["body"]).title == alert.titleWithRemark)
        #expect(alert.remark(aboutRepeats: true, saysMoment: true)?.hasPrefix(alert.moment) == true)
    }

    @Test("amounts are in the family's currency, exactly")
    func money() throws {
        let locale = AlertLocale(currency: try #require(Currency(code: "EUR")))
        let renderer = AlertRenderer(target: "chat", locale: locale)
        #expect(RenderedAlert.sample(by: renderer).text == "Alice received €12.50: Kite (balance €37.50)")
        #expect(RenderedAlert.sample(.low, by: renderer).text == "Alice is down to €3.50, below €5.00")
        #expect(RenderedAlert.sample(by: renderer).currency == "EUR")
        var facts = AlertFacts.low
        facts.balance = Decimal("-100000000000000000000.01")
        #expect(RenderedAlert.sample(facts, by: renderer).text.contains("-€100,000,000,000,000,000,000.01,"))
    }
}
