import Testing

@testable import Dashboard

@Suite("Pieces of a page")
struct HTMLTests {
    @Test(
        "whatever anybody typed is text",
        arguments: ["<script>alert(1)</script>", "\" onload='x'", "&lt;b&gt;", "</p>"])
    func escaped(_ text: String) {
        let html = HTML.element("p", ["title": text], "\(text)")
        #expect(!html.source.dropFirst("<p title=\"".count).dropLast("</p>".count).contains("<"))
        #expect(html.source.count { $0 == "\"" } == 2 && !html.source.contains("'"))
        #expect(html.source.hasSuffix("</p>"))
    }

    @Test("nothing turns the direction of writing, and no control is left")
    func controls() {
        #expect(
            HTML(text: "a\u{202E}b\u{2066}c\u{0}d\u{1B}[31me\u{200F}\u{61C}\u{2028}\u{FEFF}f\ng").source
                == "abcd[31mef\ng")
    }

    @Test("an attribute without a value is left out, an empty one has none")
    func attributes() {
        #expect(HTML.void("input", ["name": nil, "disabled": ""]).source == "<input disabled>")
        #expect(HTML.element("a", ["href": "/x?a=1&b=2"], "y", "z").source == "<a href=\"/x?a=1&amp;b=2\">yz</a>")
    }

    @Test("addresses escape what means something in them")
    func addresses() {
        #expect(PageAddress.encoded("a/b?c=d&é \"") == "a%2Fb%3Fc%3Dd%26%C3%A9%20%22")
        #expect(PageAddress.with(["a": "", "b": "x y"], of: "/p") == "/p?b=x%20y")
        #expect(PageAddress.with(["a": ""], of: "/p") == "/p")
    }
}
