import Testing
import TextFormats

@testable import CommandLineTool

@Suite("Words of a command line")
struct WordsTests {
    private static let specifications = [
        ArgumentSpecification(kind: .flag, name: "verbose", short: "v", occurrence: .optional, help: ""),
        ArgumentSpecification(
            kind: .option, name: "count", short: "c", valueName: "N", occurrence: .optional, help: ""),
        ArgumentSpecification(kind: .option, name: "to", valueName: "NAME", occurrence: .repeated, help: ""),
        ArgumentSpecification(kind: .argument, name: "A", occurrence: .required, help: ""),
        ArgumentSpecification(kind: .argument, name: "B", occurrence: .optional, help: ""),
    ]

    private func parsed(_ words: [String]) throws(UsageError) -> ParsedWords {
        try ParsedWords(words, specifications: Self.specifications)
    }

    @Test(
        "a value stands behind its option in one word or the next, whatever it looks like",
        arguments: [
            (["--count=3"], "3"), (["--count", "3"], "3"), (["-c3"], "3"), (["-c", "3"], "3"), (["-vc", "3"], "3"),
            (["--count="], ""), (["--count", ""], ""), (["--count=a=b"], "a=b"), (["-c=3"], "=3"),
            (["--count", "--to"], "--to"),
            (["-c", "-v"], "-v"), (["-c-1"], "-1"), (["--count", "--"], "--"),
        ])
    func values(words: [String], value: String) throws {
        let parsed = try parsed(words)
        #expect(parsed.options == ["count": [value]] && parsed.arguments.isEmpty && !parsed.wantsHelp)
    }

    @Test(
        "what is no option is an argument",
        arguments: [
            (["-"], ["-"]), (["-5"], ["-5"]), (["-.5"], ["-.5"]), ([""], [""]), (["--", "-v"], ["-v"]),
            (["--", "--"], ["--"]),
            (["x", "--", "--help"], ["x", "--help"]), (["x", "-v", "y"], ["x", "y"]),
        ])
    func arguments(words: [String], expected: [String]) throws {
        let parsed = try parsed(words)
        #expect(parsed.arguments == expected && !parsed.wantsHelp)
        #expect(parsed.flags == (words.first == "x" && words.contains("-v") ? ["verbose"] : []))
    }

    @Test("a digit that is an option's letter begins no number")
    func digits() throws {
        var five = Self.specifications[0]
        five.short = "5"
        #expect(try ParsedWords(["-5"], specifications: [five]).flags == ["verbose"])
        #expect(throws: UsageError.self) { try ParsedWords(["-5.00"], specifications: [five]) }
    }

    @Test(
        "each mistake has its words",
        arguments: [
            (["-c"], UsageError("-c needs a value", hint: "-c N")),
            (["--to"], UsageError("--to needs a value", hint: "--to NAME")),
            (["--=1"], UsageError("unknown option '--'")), (["--nonsense"], UsageError("unknown option '--nonsense'")),
            (["--helb"], UsageError("unknown option '--helb'", hint: "did you mean '--help'?")),
            (["--A"], UsageError("unknown option '--A'")), (["-vx"], UsageError("unknown option '-x'")),
            (["--verbose="], UsageError("--verbose takes no value")),
            (["-c1", "--count=1"], UsageError("--count is given twice")),
            (["a", "b", "c", "d"], UsageError("unexpected argument 'c'", hint: "quote text that contains spaces")),
        ])
    func mistakes(words: [String], error: UsageError) {
        #expect(throws: error) { try parsed(words) }
    }

    @Test("a flag may be given twice, and who asks for help is spared the rest")
    func help() throws {
        #expect(try parsed(["-vv", "--verbose"]).flags == ["verbose"])
        #expect(try parsed(["a", "b", "c", "-h"]).wantsHelp && parsed(["--help"]).wantsHelp)
        #expect(try !parsed(["--", "-h"]).wantsHelp)
    }

    @Test("an empty variable is none, and the last of several values counts")
    func environment() throws {
        func read(_ words: [String], _ variable: String) throws -> (Int, String?) {
            let specifications = Self.specifications
            var reader = ArgumentReader(
                words: try ParsedWords(words, specifications: specifications),
                environment: { $0 == "COUNT" ? variable : nil })
            let count = reader.option(
                "count", short: "c", as: .integer(in: 1...9), named: "N", default: "1", environment: "COUNT", help: "")
            return (count, reader.mistake.map { $0.message + ($0.hint.map { "; " + $0 } ?? "") })
        }
        #expect(try read([], "") == (1, nil) && read([], "7") == (7, nil) && read(["-c2"], "7") == (2, nil))
        #expect(try read([], "0").1 == "the environment variable COUNT must be 1 to 9")
        #expect(try read(["-c0"], "7").1 == "--count must be 1 to 9")
    }

    @Test("the first mistake is the one that is told")
    func first() throws {
        var reader = ArgumentReader(words: try parsed(["--count", "x", "--to", ""]), environment: { _ in nil })
        _ = reader.flag("verbose", short: "v", help: "")
        _ = reader.option("count", short: "c", as: .integer(in: 1...9), named: "N", default: "1", help: "")
        _ = reader.repeatedOption("to", as: .text, named: "NAME", help: "")
        let name = reader.argument("A", as: .text, help: "Which.")
        #expect(reader.mistake == UsageError("--count must be a whole number") && !name.isEmpty)
    }

    @Test("a reader without words learns, and finds no mistake")
    func learns() {
        var reader = ArgumentReader()
        _ = reader.argument("A", as: .text, help: "Which.")
        #expect(reader.optionalArgument("B", as: .text, help: "") == nil)
        #expect(reader.remainingArguments("C", as: .text, help: "").isEmpty)
        #expect(reader.mistake == nil && reader.specifications.map(\.title) == ["A", "B", "C..."])
        #expect(reader.specifications.map(\.occurrence) == [.required, .optional, .repeated])
    }

    @Test("places are counted, and what remains begins behind them")
    func places() throws {
        var specifications = Self.specifications
        specifications[4].occurrence = .repeated
        var reader = ArgumentReader(
            words: try ParsedWords(["a", "b", "c"], specifications: specifications), environment: { _ in nil })
        #expect(reader.argument("A", as: .text, help: "") == "a")
        #expect(reader.remainingArguments("B", as: .text, help: "") == ["b", "c"])
    }
}
