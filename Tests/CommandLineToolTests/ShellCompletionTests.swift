import CommandLineTool
import Glibc
import TestTerminal
import Testing

/// A person at a real shell types a beginning, Tab and Enter: what reaches the tool.
@Suite("Completions in real shells", .serialized, .timeLimit(.minutes(1)))
struct ShellCompletionTests {
    /// How the beginning of a word is typed, and the name that it begins, which somebody chose.
    static let words = [
        ("Ali", "Alice"), ("--to=Ali", "--to=Alice"), ("Re", "Reed Smith"), (#"Reed\ S"#, "Reed Smith"),
        ("Mal", "Mal$(touch hacked)`touch hacked`;touch hacked"), ("\"Re", "Reed Smith"), ("Jü", "Jürgen"),
        ("--to=c:", "--to=c:d"),
    ]

    @Test("in bash the word that was begun reaches the tool whole", Shell.installed("bash"), arguments: words)
    func bash(_ typed: String, _ name: String) async throws { try await completes(.bash, typed, name) }

    @Test("in zsh the word that was begun reaches the tool whole", Shell.installed("zsh"), arguments: words)
    func zsh(_ typed: String, _ name: String) async throws { try await completes(.zsh, typed, name) }

    @Test("in fish the word that was begun reaches the tool whole", Shell.installed("fish"), arguments: words)
    func fish(_ typed: String, _ name: String) async throws { try await completes(.fish, typed, name) }

    /// As nothing but a word: what would be a command runs none.
    private func completes(_ shell: CompletionScript, _ typed: String, _ name: String) async throws {
        // fish makes folders in its home, and by root everywhere.
        let home = try Shell.temporaryFolder()
        defer { try? Shell.remove(home) }
        let program = try TerminalProgram(
            "/usr/bin/\(shell.rawValue)", Self.options(shell),
            environment: [
                "HOME": home, "TERM": "dumb", "PS1": "> ", "LANG": "C.UTF-8", "LC_ALL": "", "HISTFILE": "",
                "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home,
            ])
        let file = try Shell.temporaryFile(Self.tool(shell) + shell.text(tool: "tool"))
        defer { unlink(file) }
        program.type("\(Self.beginning(shell)) . \(file); echo rea''dy\n")
        try await program.wait(for: "ready")
        program.type("tool send \(typed)\t")
        // The word as the shell shows it ends with a blank, or with the quote that the shell adds.
        program.type("\n")
        try await program.wait(for: "<send><\(name)>")
    }

    private static func options(_ shell: CompletionScript) -> [String] {
        switch shell {
        case .bash: ["--norc", "--noprofile", "-i"]
        case .zsh: ["-f", "-i"]
        case .fish: ["--no-config", "-i"]
        }
    }

    private static func beginning(_ shell: CompletionScript) -> String {
        shell == .zsh ? "autoload -Uz compinit; compinit -D -u;" : ""
    }

    /// A function, since a file that was just written cannot be run while another test forks.
    private static func tool(_ shell: CompletionScript) -> String {
        let names = ["Alice", "Reed Smith", "Mal$(touch hacked)`touch hacked`;touch hacked", "Jürgen", "c:d"]
        let words = names.map { "'\($0)'" }.joined(separator: " ")
        let prefixed = names.map { "'--to=\($0)'" }.joined(separator: " ")
        guard shell == .fish else {
            return """
                tool() {
                  if [ "$1" != __complete ]; then printf '<%s>' "$@"; return; fi
                  for last do :; done
                  case $last in --to=*) set -- \(prefixed) ;; *) set -- \(words) ;; esac
                  for word do case $word in "$last"*) printf '%s\\tsomebody\\n' "$word" ;; esac; done
                }

                """
        }
        return """
            function tool
              if test "$argv[1]" != __complete
                printf '<%s>' $argv
                return
              end
              set -l names \(words)
              if string match -q -- '--to=*' $argv[-1]; set names \(prefixed); end
              for word in $names
                if test (string sub -l (string length -- $argv[-1]) -- $word) = "$argv[-1]"; printf '%s\\tsomebody\\n' $word; end
              end
            end

            """
    }
}
