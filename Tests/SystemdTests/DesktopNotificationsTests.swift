import Testing

@testable import Systemd

@Suite("Popups")
struct DesktopNotificationsTests {
    @Test(
        "markup in a text is shown, not obeyed",
        arguments: [
            ("<b>5.00</b> & more", "&lt;b&gt;5.00&lt;/b&gt; &amp; more"), ("a<\u{338}i>", "a&lt;\u{338}i&gt;"),
            ("&\u{301}amp;", "&amp;\u{301}amp;"), ("Café 日本 👨‍👩‍👧", "Café 日本 👨‍👩‍👧"),
        ])
    func escaping(text: String, escaped: String) {
        #expect(DesktopNotifications.escaped(text).unicodeScalars.elementsEqual(escaped.unicodeScalars))
    }

    @Test("for one that may read markup without saying so nothing is markup, and no escape is read")
    func hiddenMarkup() {
        var content = DesktopNotifications.Content(title: "", body: "<b>Ice</b> & cream &lt; a<\u{338}i>")
        content.link = "https://f.example/"
        let hidden: Set = ["body", "body-hyperlinks", DesktopNotifications.hiddenMarkup]
        let shown = "\u{2039}b\u{203A}Ice\u{2039}/b\u{203A} &\u{2060} cream &\u{2060}lt; a\u{2039}\u{338}i\u{203A}"
        #expect(DesktopNotifications.body(of: content, hidden).unicodeScalars.elementsEqual(shown.unicodeScalars))
    }

    @Test("control characters are dropped")
    func plain() {
        #expect(DesktopNotifications.plain("a\0b\u{1B}[31m\tc\nd\u{85}") == "ab[31m\tc\nd")
    }

    @Test("a link is shown where links are, below the text, and can't leave its attribute")
    func links() {
        func body(_ link: String?, _ capabilities: Set<String>) -> String {
            var content = DesktopNotifications.Content(title: "", body: "a & b")
            content.link = link
            return DesktopNotifications.body(of: content, capabilities)
        }
        let both: Set = ["body", "body-markup", "body-hyperlinks"]
        #expect(
            body("https://f.example/c?a=1&b=2", both)
                == "a &amp; b\n<a href=\"https://f.example/c?a=1&amp;b=2\">f.example</a>")
        #expect(
            body("https://f\"><b>.example/\0x", both)
                == "a &amp; b\n<a href=\"https://f&quot;&gt;&lt;b&gt;.example/x\">f\"&gt;&lt;b&gt;.example</a>")
        #expect(body("https://f.example/", ["body", "body-markup"]) == "a &amp; b")
        #expect(body("https://f.example/", ["body", "body-hyperlinks"]) == "a & b")
        #expect(body(nil, both) == "a &amp; b" && body("", both) == "a &amp; b")
    }

    @Test("what is shown stands where the protocol has it")
    func arguments() {
        var content = DesktopNotifications.Content(title: "Ada\0", body: "5.00")
        content.icon = "bell\0"
        content.urgency = .critical
        content.category = "x-pocketbell.balance-low"
        content.lifetime = .milliseconds(1_500)
        content.actions = [("default", "Open")]
        let old = DesktopNotifications.ID(number: 7)
        let hints: [String: BusValue] = ["urgency": .byte(2), "category": .string("x-pocketbell.balance-low")]
        #expect(
            DesktopNotifications.arguments(content, of: "PocketBell", replacing: old, ["actions"]) == [
                .string("PocketBell"), .uint32(7), .string("bell"), .string("Ada"), .string("5.00"),
                .strings(["default", "Open"]), .options(hints), .int32(1_500),
            ])
        let empty = DesktopNotifications.Content(title: "", body: "")
        let plain = DesktopNotifications.arguments(empty, of: "x", replacing: nil, [])
        #expect(plain[1] == .uint32(0) && plain[2] == .string("") && plain[5] == .strings([]))
        #expect(plain[6] == .options(["urgency": .byte(1)]) && plain[7] == .int32(-1))
        content.desktopEntry = "pocketbell\0"
        let named = DesktopNotifications.arguments(content, of: "PocketBell", replacing: nil, [])[6]
        #expect(named == .options(hints.merging(["desktop-entry": .string("pocketbell")]) { first, _ in first }))
    }

    @Test(
        "a click on the popup leads to its link where nothing else in the popup does",
        arguments: [
            (["actions", "body"], ["default", "Open", "seen", "Seen"]), (["body"], []),
            (["actions", "body-hyperlinks"], ["default", "Open", "seen", "Seen"]),
            (["actions", "body-markup", "body-hyperlinks"], ["seen", "Seen"]),
        ])
    func click(_ words: [String], _ actions: [String]) {
        let capabilities = Set(words)
        var content = DesktopNotifications.Content(title: "Ada", body: "5.00")
        content.actions = [("seen", "Seen")]
        content.link = "https://f.example/"
        let arguments = { DesktopNotifications.arguments(content, of: "x", replacing: nil, capabilities) }
        #expect(arguments()[5] == .strings(actions))
        content.link = nil
        #expect(arguments()[5] == .strings(capabilities.contains("actions") ? ["seen", "Seen"] : []))
    }

    @Test("signals are told apart, and what isn't ours is ignored")
    func events() {
        func event(_ name: String, _ arguments: [BusValue]) -> DesktopNotifications.Event? {
            DesktopNotifications.event(BusSignal(path: "/", interface: "x", name: name, arguments: arguments))
        }
        let id = DesktopNotifications.ID(number: 7)
        #expect(event("ActionInvoked", [.uint32(7), .string("default")]) == .actionInvoked(id, key: "default"))
        #expect(event("NotificationClosed", [.uint32(7), .uint32(2)]) == .closed(id, .dismissed))
        #expect(event("NotificationClosed", [.uint32(7), .uint32(99)]) == .closed(id, .undefined))
        #expect(event("NotificationClosed", [.uint32(7)]) == nil)
        #expect(event("ActionInvoked", [.string("7"), .string("default")]) == nil)
        #expect(event("ActivationToken", [.uint32(7), .string("x")]) == nil)
        #expect(event("NameOwnerChanged", [.string("org.freedesktop.Notifications")]) == .serverChanged)
        #expect(event("NameOwnerChanged", [.string("com.example.Other")]) == nil)
    }
}
