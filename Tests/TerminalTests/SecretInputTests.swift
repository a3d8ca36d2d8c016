import Glibc
import Terminal
import TestTerminal
import Testing

@Suite("Asking for a secret", .timeLimit(.minutes(1)))
struct SecretInputTests {
    private func asking(_ arguments: [String] = []) throws -> TerminalProgram {
        let program = try TerminalProgram("prompt-demo", arguments)
        #expect(program.waitFor("Password: "))
        #expect(!program.echoes)
        return program
    }

    @Test("what is typed isn't shown, and the terminal is as before", arguments: ["hunter2\n", "hunter2\u{4}\u{4}"])
    func typed(text: String) throws {
        let program = try asking()
        program.type(text)
        #expect(program.waitForExit() == 0)
        #expect(program.output.contains("<redacted> of 7 bytes") && !program.output.contains("hunter2"))
        #expect(program.echoes)
    }

    @Test("nothing is not a secret", arguments: ["\n", "\u{4}"])
    func empty(text: String) throws {
        let program = try asking()
        program.type(text)
        #expect(program.waitForExit() == 1)
        #expect(program.output.contains("nothing was entered"))
    }

    @Test(
        "a signal ends the program as it always does, and the terminal is as before",
        arguments: [SIGTERM, SIGHUP, SIGQUIT])
    func signals(number: Int32) throws {
        let program = try asking()
        kill(program.id, number)
        #expect(program.waitForExit() == 128 + number)
        #expect(program.echoes)
    }

    @Test("Ctrl-C ends it; Ctrl-Z doesn't stop it with the echo off")
    func keys() throws {
        let stopped = try asking()
        stopped.type("\u{1A}hunter2\n")
        #expect(stopped.waitForExit() == 0)
        let interrupted = try asking()
        interrupted.type("\u{3}")
        #expect(interrupted.waitForExit() == 128 + SIGINT)
        #expect(interrupted.echoes && interrupted.output.hasSuffix(": \r\n"), "\(interrupted.output.debugDescription)")
    }

    @Test("the terminal is as before when another thread ends the program")
    func exits() throws {
        let program = try asking(["--exit"])
        kill(program.id, SIGUSR1)
        #expect(program.waitForExit() == 3)
        #expect(program.echoes)
    }

    @Test("each failure says what to do")
    func messages() {
        let failures: [SecretInput.Failure] = [
            .noTerminal, .empty, .ended, .tooLong(limit: 4_096), .notText, .unreadable(reason: "x"),
        ]
        #expect(Set(failures.map(\.description)).count == 6)
    }
}
