import CommandLineTool
import Glibc
import Testing

@Suite("Completion scripts")
struct CompletionScriptTests {
    @Test(
        "each shell on this machine accepts its script",
        arguments: CompletionScript.allCases.filter { Shell.has($0.rawValue) })
    func syntax(shell: CompletionScript) throws {
        let file = try Shell.temporaryFile(shell.text(tool: "pocket-bell"))
        defer { unlink(file) }
        #expect(try Shell.output("\(shell.rawValue) -n \(file) 2>&1") == "")
    }

    /// bash hands `--to=a:b` over as five words, and wants only what follows the last break.
    @Test(
        "bash's broken words are joined, and its answers cut",
        arguments: [
            ("send --to = a", "--to=alice", "alice"), ("send --to = a : b", "--to=a:bob", "bob"),
            ("se", "send\tSend a message.", "send"),
        ])
    func bash(words: String, answer: String, reply: String) throws {
        let folder = try Shell.temporaryFile("#!/bin/sh\nprintf '%s\\n' '\(answer)'\n")
        let script = try Shell.temporaryFile(
            CompletionScript.bash.text(tool: "tool")
                + """
                COMP_WORDS=(\(folder) \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _tool "${COMP_WORDS[0]}"; printf '%s' "${COMPREPLY[*]}"
                """)
        defer { for file in [folder, script] { unlink(file) } }
        chmod(folder, 0o700)
        #expect(try Shell.output("bash \(script) 2>&1") == reply)
    }
}
