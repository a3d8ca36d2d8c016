import Glibc
import TestTerminal
import Testing
import Values

@testable import Terminal

@Suite("Asking for a line", .timeLimit(.minutes(1)))
struct TextInputTests {
    @Test(
        "the line comes without the blanks around it, also an empty one, and the end of the input is no line",
        arguments: [
            ("mum\n", "<mum>"), ("  mum & dad\t \n", "<mum & dad>"), ("\n", "<>"), ("\u{4}", "the end"),
            ("Jürgen\n", "<Jürgen>"),
        ])
    func lines(_ typed: String, _ answer: String) throws {
        let program = try TerminalProgram("prompt-demo", ["--line"])
        #expect(program.waitFor("Name: ") && program.echoes)
        program.type(typed)
        #expect(program.waitForExit() == 0)
        #expect(program.output.contains(answer), "\(program.output)")
    }

    @Test("Ctrl-C ends the program as it always does")
    func ends() throws {
        let interrupted = try TerminalProgram("prompt-demo", ["--line"])
        #expect(interrupted.waitFor("Name: "))
        interrupted.type("\u{3}")
        #expect(interrupted.waitForExit() == 128 + SIGINT)
    }

    @Test("bytes that are no text are told apart from an input that cannot be read")
    func noText() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let bytes: [UInt8] = [0x61, 0xFF, 0x0A]
        try #require(write(ends[1], bytes, bytes.count) == bytes.count)
        #expect(throws: SecretInput.Failure.notText) { try SecretInput.line(from: ends[0]) }
    }

    @Test("a pipe's first line is a secret, what is no pipe is left to others, an empty pipe is told")
    func pipes() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let text = Array("s3cret\nmore\n".utf8)
        #expect(write(ends[1], text, text.count) == text.count)
        let secret = try SecretInput.pipe("/dev/fd/\(ends[0])")
        #expect(secret?.withText { $0 == "s3cret" } == true)
        close(ends[1])
        close(ends[0])
        #expect(try SecretInput.pipe("/dev/null") == nil)
        #expect(try SecretInput.pipe("/nonexistent") == nil)
        try #require(pipe(&ends) == 0)
        close(ends[1])
        #expect(throws: SecretInput.Failure.empty) { try SecretInput.pipe("/dev/fd/\(ends[0])") }
        close(ends[0])
    }
}
