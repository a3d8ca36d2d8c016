import CommandLineTool
import Glibc
import Testing

@Suite("The manual page")
struct ManualPageTests {
    private let page: String = {
        var supplement = ManualPage.Supplement()
        supplement.environment = [.init("TOOL_COUNT", "How often. Really.")]
        supplement.files = [.init("/etc/tool.yaml", "The settings.")]
        supplement.signals = [.init("SIGINT", "'Ends' it -- at once…")]
        supplement.examples = [CommandExample("tool send --to a 'it''s' ~/x `y`", "Über \\ all.")]
        supplement.seeAlso = ["other(1)", "more(5)"]
        return ManualPage(tool: exampleTool, date: "2026-01-31", supplement).text
    }()

    @Test("every command, option, example and exit status is on it, what a formatter takes for its own is escaped")
    func complete() {
        for line in [
            ".TH TOOL 1 2026-01-31 \"tool 1.2\" \"User Commands\"", ".SS deliveries retry",
            "\\fB\\-c\\fR, \\fB\\-\\-count\\fR \\fIN\\fR", "\\fBTOOL_COUNT\\fR", "\\fB/etc/tool.yaml\\fR", "\\fB78\\fR",
            "\\&.a point, 'a quote' and a \\e in the second. Two sentences.", ".SH SIGNALS", ".SH SEE ALSO",
            "\\fBother\\fR(1),", "\\fBmore\\fR(5)",
            "\\&'Ends' it \\-\\- at once...", "tool send \\-\\-to a \\(aqit\\(aq\\(aqs\\(aq \\(ti/x \\(gay\\(ga",
            "\\[u00DC]ber \\e all.", "echo hello | tool send \\-\\-to \\(aqBob Reed\\(aq \\-",
        ] {
            #expect(page.split(separator: "\n").contains { $0 == line }, "\(line)")
        }
        #expect(page.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("mandoc has nothing to say about it", .enabled(if: Shell.has("mandoc"), "mandoc is not installed"))
    func lint() throws {
        let file = try Shell.temporaryFile(page)
        defer { unlink(file) }
        // By its standard input: it would take a name's random end, such as .8ab, for a section.
        let said = try Shell.output("mandoc -T lint -W style <\(file) 2>&1")
        #expect(said == "")
    }

    @Test("groff has nothing to say about it either", .enabled(if: Shell.has("groff"), "groff is not installed"))
    func groff() throws {
        let file = try Shell.temporaryFile(page)
        defer { unlink(file) }
        #expect(try Shell.output("groff -ww -man -z -Tutf8 <\(file) 2>&1") == "")
        let shown = try Shell.output("groff -man -Tutf8 <\(file) | sed 's/\\x1b\\[[0-9;]*m//g'")
        #expect(shown.hasPrefix("TOOL(1)") && shown.split(separator: "\n")[0].contains("User Commands"))
        #expect(shown.contains("tool send --to a 'it''s' ~/x `y`"), "what is to be copied comes out as it is")
    }
}
