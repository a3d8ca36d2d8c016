import CLinux
import Glibc
import Runtime

/// Shows a text that is longer than the screen in the program that a person reads with.
package struct Pager: Sendable, Equatable {
    /// For `sh -c`: what `PAGER` holds, which may have options, or `less`.
    let script: String

    /// - Parameters:
    ///   - lines: of the text.
    ///   - rows: of the screen; `nil` where standard output is no terminal.
    ///   - isThere: whether a program of this name can be run.
    /// - Returns: `nil` where the text is simply written: it fits, nobody reads it at a terminal, or `PAGER` is blank or `cat`.
    package init?(
        lines: Int, rows: Int?, environment: (String) -> String? = environmentVariable,
        isThere: (String) -> Bool = Pager.isThere
    ) {
        // The prompt takes a row too.
        guard let rows, lines >= rows, environment("TERM") != "dumb" else { return nil }
        let command = environment("PAGER") ?? (isThere("less") ? "less" : "")
        guard !["", "cat"].contains(command.filter { !$0.isWhitespace }) else { return nil }
        // Who has not said how less is to behave: end where the text fits, keep its colours, leave it on the screen.
        script = (environment("LESS") == nil ? "export LESS=FRX; " : "") + command
    }

    /// Whether the search path has a program of this name.
    package static func isThere(_ name: String) -> Bool {
        (environmentVariable("PATH") ?? "/usr/bin:/bin").split(separator: ":").contains {
            unsafe access("\($0)/\(name)", X_OK) == 0
        }
    }

    /// Returns when the person has read enough. Blocks the calling thread.
    ///
    /// Ctrl-C is the pager's meanwhile, as it is with other programs: it ends a search there, not this process.
    ///
    /// - Returns: Whether the pager has read of it, or ended well without; nothing was shown otherwise.
    package func show(_ text: String) -> Bool {
        // Unlike a pipe, a file tells afterwards how far it was read.
        let input = clinux_memory_file()
        guard input >= 0 else { return false }
        defer { close(input) }
        writeAll(text, to: input)
        lseek(input, 0, SEEK_SET)
        let signals = [SIGINT, SIGQUIT]
        let previous = signals.map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, handler) in previous { _ = signal(number, handler) } }
        guard let pager = try? SpawnedProgram(["/bin/sh", "-c", script], input: input) else { return false }
        let status = pager.waitForEnd()
        // As the shell says it: no such program, or one that cannot be run.
        guard ![126, 127].contains(status) else { return false }
        return status == 0 || lseek(input, 0, SEEK_CUR) > 0
    }
}
