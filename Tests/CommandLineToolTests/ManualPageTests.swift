import CommandLineTool
import Glibc
import Testing

@Suite("The manual page")
struct ManualPageTests {
    private let page = ManualPage(
        tool: exampleTool, date: "January 31, 2026",
        environment: [.init("TOOL_COUNT", "How often. Really.")], files: [.init("/etc/tool.yaml", "The settings.")]
    ).text

    @Test("every command, option and exit status is on it")
    func complete() {
        for line in [
            ".Ss deliveries retry", ".It Fl c , Fl -count Ar N", ".It Ev TOOL_COUNT", ".It Pa /etc/tool.yaml", ".It 78",
            "\\&.a point, 'a quote' and a \\e in the second.",
        ] {
            #expect(page.split(separator: "\n").contains { $0 == line }, "\(line)")
        }
    }

    @Test("mandoc has nothing to say about it", .enabled(if: Shell.has("mandoc"), "mandoc is not installed"))
    func lint() throws {
        let file = try Shell.temporaryFile(page)
        defer { unlink(file) }
        // By its standard input: it would take a name's random end, such as .8ab, for a section.
        let said = try Shell.output("mandoc -T lint -W style <\(file) 2>&1")
        #expect(said == "")
    }
}
