import Glibc
import Terminal
import Values

/// Asks for a secret and says how long it is. Its main thread waits for signals, as that of a command does.
@main
struct PromptMain {
    static func main() {
        // Before any other thread, so that all of them block the signal.
        if CommandLine.arguments.contains("--exit") { exitAtSignal() }
        Task.detached {
            do throws(SecretInput.Failure) {
                if CommandLine.arguments.contains("--line") {
                    let line = try TextInput.prompt("Name: ")
                    writeAll("\(line.map { "<\($0)>" } ?? "the end")\n", to: STDOUT_FILENO)
                    exit(0)
                }
                let secret = try SecretInput.prompt("Password: ")
                writeAll("\(secret) of \(secret.withText { $0.utf8.count }) bytes\n", to: STDOUT_FILENO)
                exit(0)
            } catch {
                writeAll("\(error)\n", to: STDOUT_FILENO)
                exit(1)
            }
        }
        while true { pause() }
    }

    /// Another thread ends the program at a signal, while one waits for the answer.
    private static func exitAtSignal() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGUSR1)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { _ in
                var set = sigset_t()
                sigemptyset(&set)
                sigaddset(&set, SIGUSR1)
                var number: Int32 = 0
                sigwait(&set, &number)
                exit(3)
            }, nil)
    }
}
