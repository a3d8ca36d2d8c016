import Testing
import TextFormats

@testable import CommandLineTool

private struct Copy: Command {
    static let name = "copy"
    static let summary = "Copy one file to another place, with everything that belongs to it, and say what was done."
    static let discussion = "It asks before.\nAnd after."
    let target: String?

    init(reading arguments: inout ArgumentReader) {
        _ = arguments.optionalOption(
            "a-very-long-option-name", as: .url, named: "ADDRESS", environment: "COPY_URL", help: "Where to.")
        _ = arguments.repeatedOption("file", short: "f", as: .file, named: "FILE", help: "Which.")
        _ = arguments.argument("SOURCE", as: .choice as TextFormat<Word>, help: "What.")
        target = arguments.optionalArgument("TARGET", as: .file, help: "Where.")
    }

    enum Word: String, CaseIterable, Sendable { case one, other }

    func run() async throws -> ExitCode { .unavailable }
}

private let copier = CommandLineTool(
    name: "co-py", version: "2", summary: "Copies.",
    [
        .command(Copy.self),
        .group(name: "outer", summary: "Out.", [.group(name: "inner", summary: "In.", [.command(Copy.self)])]),
    ])

@Suite("Pages that a tool shows")
struct PagesTests {
    private func shown(_ words: [String], columns: Int = 80) -> String? {
        if case .show(let text) = copier.invocation(of: words, columns: columns, environment: { _ in nil }) {
            text
        } else {
            nil
        }
    }

    private func refusal(_ words: [String]) -> (UsageError, [String])? {
        if case .refuse(let error, let path) = copier.invocation(of: words, environment: { _ in nil }) {
            (error, path)
        } else {
            nil
        }
    }

    @Test("a command's page has everything in its order, long labels on lines of their own")
    func commandPage() {
        #expect(
            shown(["copy", "-h"]) == """
                Usage: co-py copy [OPTIONS] SOURCE [TARGET]

                Copy one file to another place, with everything that belongs to it, and say what
                was done.

                It asks before.
                And after.

                Arguments:
                  SOURCE  What. (one of: one, other)
                  TARGET  Where.

                Options:
                      --a-very-long-option-name ADDRESS
                                              Where to. (environment: COPY_URL)
                  -f, --file FILE             Which. (may be repeated)
                  -h, --help                  Show this page.

                """)
    }

    @Test("the first page has the tool's options, and a group's has not")
    func groupPages() {
        #expect(
            shown(["--help"]) == """
                Usage: co-py COMMAND [OPTIONS]

                Copies.

                Commands:
                  copy   Copy one file to another place, with everything that belongs to it, and
                         say what was done.
                  outer  Out.

                Options:
                  -h, --help     Show help, also after any command.
                      --version  Show the version.

                """)
        #expect(
            shown(["outer", "inner", "--help"])?.hasPrefix(
                "Usage: co-py outer inner COMMAND [OPTIONS]\n\nCommands:\n  copy") == true)
        #expect(
            shown(["help", "outer"]) == shown(["outer", "-h"]) && shown(["outer", "help"]) == shown(["outer", "-h"]))
        #expect(shown(["help", "outer", "inner", "copy"]) == shown(["outer", "inner", "copy", "--help"]))
        #expect(shown(["help"]) == shown(["-h"]) && shown(["--version"]) == "co-py 2\n")
    }

    @Test("lines are as wide as the window, and never wider than 100 columns", arguments: [40, 100, 101, 500])
    func widths(columns: Int) {
        let sentence = String(repeating: "word ", count: 40) + "end."
        let wide = CommandLineTool(name: "wide", version: "1", summary: sentence, [.command(Copy.self)])
        guard case .show(let page) = wide.invocation(of: ["--help"], columns: columns, environment: { _ in nil }) else {
            Issue.record("no page")
            return
        }
        let longest = page.split(separator: "\n").map(\.count).max() ?? 0
        #expect(longest <= min(columns, 100) && longest > min(columns, 100) - 5)
    }

    @Test("a mistake leads to the page of the words before it")
    func paths() throws {
        #expect(try #require(refusal(["outer", "inner", "cpy"])).1 == ["co-py", "outer", "inner"])
        #expect(
            try #require(refusal(["outer", "inner", "cpy"])).0
                == UsageError("unknown command 'cpy'", hint: "did you mean 'copy'?"))
        #expect(try #require(refusal(["outer", "inner", "copy"])).1 == ["co-py", "outer", "inner", "copy"])
        #expect(
            try #require(refusal(["outer", "--version"])).0.message == "unknown option '--version' before the command")
        #expect(try #require(refusal(["zzz"])).0 == UsageError("unknown command 'zzz'"))
        #expect(try #require(refusal(["-f"])).0.message == "a command is missing")
        #expect(
            try #require(refusal(["--SOURCE", "copy"])).0.message == "unknown option '--SOURCE' before the command")
    }

    @Test(
        "an option before the command takes its value with it",
        arguments: [
            ["-f", "copy", "copy", "one"], ["--file", "x", "copy", "one"], ["--file=x", "copy", "one"],
            ["-f", "x", "outer", "inner", "copy", "one"],
        ])
    func leading(words: [String]) {
        #expect(copier.commandPath(of: words).last == "copy")
        guard case .run = copier.invocation(of: words, environment: { _ in nil }) else {
            Issue.record("refused")
            return
        }
    }

    @Test(
        "what could come next is told with its help, and no more of an option than may be given",
        arguments: [
            (["c"], "copy\t\(Copy.summary)\n"), (["outer", ""], "inner\tIn.\n"),
            (["outer", "inner", "co"], "copy\t\(Copy.summary)\n"),
            (["copy", ""], "one\nother\n"), (["copy", "ot"], "other\n"), (["copy", "one", ""], ":files\n"),
            (["copy", "one", "x", ""], ""),
            (["copy", "--file=x"], ":files\n"), (["copy", "-f", ""], ":files\n"),
            (["copy", "--a-very-long-option-name", ""], ""),
            (["copy", "--f"], "--file\tWhich.\n"), (["copy", "--file", "x", "--f"], "--file\tWhich.\n"),
            (["copy", "--a-very-long-option-name", "x", "--a"], ""), (["copy", "--", "--f"], ""),
            (["copy", "--", ""], "one\nother\n"),
            (["copy", "--he"], "--help\tShow help.\n"), (["--"], "--help\tShow help.\n"), (["x", ""], ""),
            (["outer", "-x", ""], ""),
            ([], "copy\t\(Copy.summary)\nouter\tOut.\n"),
        ])
    func completions(words: [String], answer: String) {
        #expect(shown(["__complete"] + words) == answer)
    }

    @Test("a shell's function has no sign that a shell would stumble over", arguments: CompletionScript.allCases)
    func functions(shell: CompletionScript) {
        let text = shell.text(tool: "co-py.1")
        #expect(text.contains("_co_py_1") && !text.contains("_co-py") && text.contains("co-py.1"))
    }

    @Test("the manual has each command's words, marks and remarks, and no empty section")
    func manual() {
        let page = ManualPage(tool: copier, date: "2026-05-04").text
        #expect(
            page.hasPrefix(
                """
                .TH CO-PY 1 2026-05-04 "co-py 2" "User Commands"
                .SH NAME
                co\\-py \\- Copies
                .SH SYNOPSIS
                \\fBco\\-py copy\\fR
                [\\fIOPTIONS\\fR]
                \\fISOURCE\\fR
                [\\fITARGET\\fR]
                .br
                \\fBco\\-py outer inner copy\\fR

                """))
        for path in ["copy", "outer inner copy"] {
            let summary = "Copy one file to another place, with everything that belongs to it,\nand say what was done."
            #expect(page.contains(".SS \(path)\n\(summary)\n.PP\nIt asks before.\n.PP\nAnd after.\n.TP\n"))
        }
        #expect(page.contains(".TP\n\\fB\\-f\\fR, \\fB\\-\\-file\\fR \\fIFILE\\fR\nWhich.\n(may be repeated)\n"))
        for section in ["ENVIRONMENT", "FILES", "SIGNALS", "EXAMPLES", "SEE ALSO"] {
            #expect(!page.contains(".SH \(section)"))
        }
        for code in ExitCode.allCases { #expect(page.contains(".TP\n\\fB\(code.rawValue)\\fR\n")) }
        #expect(Set(ExitCode.allCases.map(\.meaning)).count == ExitCode.allCases.count)
    }

    @Test("a line of the manual never begins a macro")
    func escapes() {
        var supplement = ManualPage.Supplement()
        supplement.environment = [.init("A", ".x. 'y\n'z \\ \\n")]
        let page = ManualPage(tool: copier, date: "", supplement).text
        #expect(page.contains(".SH ENVIRONMENT\n.TP\n\\fBA\\fR\n\\&.x. 'y\n.PP\n\\&'z \\e \\en\n"))
    }

    @Test("the status is the command's own, or that of a wrong command line")
    func statuses() async throws {
        #expect(try await copier.run(["copy", "one"]) { _ in } == .unavailable)
        #expect(try await copier.run(["copy", "none"]) { _ in } == .usage)
        #expect(try await copier.run(["--version"]) { _ in } == .success)
    }
}
