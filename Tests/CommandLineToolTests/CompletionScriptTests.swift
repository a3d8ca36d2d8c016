import CommandLineTool
import Glibc
import Testing

@Suite("Completion scripts")
struct CompletionScriptTests {
    /// ``ShellCompletionTests`` say which shell is not there.
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
            ("se", "send\tSend a message.", "send"), ("--to Al", "Alice Reed", #"Alice\ Reed"#),
            ("--to '\"Al'", "Alice Reed", "Alice Reed"), ("--to '\"Al'", "Al`id`", ""), ("--to '\"Al'", "Al$x", ""),
            ("x", "$(id)", #"\$\(id\)"#), ("x", "a;b", #"a\;b"#), ("--to = Al", "--to=Al Re", #"Al\ Re"#),
        ])
    func bash(words: String, answer: String, reply: String) throws {
        // A function, since a file that was just written cannot be run while another test forks.
        let script = try Shell.temporaryFile(
            CompletionScript.bash.text(tool: "tool")
                + """
                answer() { printf '%s\\n' '\(answer)'; }
                COMP_WORDS=(answer \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _tool "${COMP_WORDS[0]}"; printf '%s' "${COMPREPLY[*]}"
                """)
        defer { unlink(script) }
        #expect(try Shell.output("bash \(script) 2>&1") == reply)
    }
}
