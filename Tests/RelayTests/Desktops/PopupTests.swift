import JSON
import Testing

@testable import Relay

@Suite("A popup as an agent reads it")
struct PopupTests {
    private func popup(link: JSONValue, title: String = "Pocket money") throws -> Popup {
        try Popup(
            JSONNode([
                "type": "popup", "delivery": "d", "alerts": ["a"], "title": .string(title), "text": "Kite",
                "urgency": "normal", "icon": nil, "category": "x", "link": link,
                "labels": ["open": "Open", "seen": "Seen"],
            ]))
    }

    @Test(
        "a click opens nothing but a web address, whatever the watcher says",
        arguments: [
            "file:///etc/passwd", "javascript:alert(1)", "smb://x/y", "mailto:a@b.example", "/home/mum", "", "HTTPS:x",
            "https://f.example/a b", "https://f.example/\u{202E}", "https://f.example/\n",
            "https://f.example/" + String(repeating: "a", count: 2_000),
        ])
    func refused(_ link: String) throws { #expect(try popup(link: .string(link)).link == nil) }

    @Test("a web address is kept", arguments: ["https://f.example/c1?a=b%20c#d", "http://192.168.1.5:8123/"])
    func kept(_ link: String) throws { #expect(try popup(link: .string(link)).link == link) }

    @Test("a title has an end")
    func title() throws {
        #expect(try popup(link: nil, title: String(repeating: "a", count: 100_000)).title.utf16.count <= 300)
        #expect(try popup(link: nil).title == "Pocket money")
    }
}
