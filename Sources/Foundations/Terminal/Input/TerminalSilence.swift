import Glibc

/// Turns a terminal's echo off, and on again whatever ends the program short of SIGKILL.
///
/// One at a time in a process: a signal handler can only know globals.
struct TerminalSilence {
    private static let interruptions = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    private let previous: [(signal: Int32, action: sigaction)]

    init?(_ terminal: Int32) {
        var settings = termios()
        guard unsafe tcgetattr(terminal, &settings) == 0 else { return nil }
        unsafe saved.pointee = SavedTerminal(descriptor: terminal, settings: settings)
        _ = restoresAtExit
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = restoreAndRaise
        var ignore = sigaction()
        unsafe ignore.__sigaction_handler.sa_handler = SIG_IGN
        previous =
            Self.interruptions.map { ($0, Self.exchange($0, action)) } + [(SIGTSTP, Self.exchange(SIGTSTP, ignore))]
        settings.c_lflag &= ~tcflag_t(ECHO)
        settings.c_lflag |= tcflag_t(ECHONL)
        unsafe tcsetattr(terminal, TCSAFLUSH, &settings)
    }

    func end() {
        unsafe tcsetattr(saved.pointee.descriptor, TCSAFLUSH, &saved.pointee.settings)
        unsafe saved.pointee.descriptor = -1
        for (signal, action) in previous { _ = Self.exchange(signal, action) }
    }

    private static func exchange(_ signal: Int32, _ action: sigaction) -> sigaction {
        var action = action, old = sigaction()
        unsafe sigaction(signal, &action, &old)
        return old
    }
}

private struct SavedTerminal {
    var descriptor: Int32 = -1
    var settings = termios()
}

/// Allocated before the handler is installed, so that the handler neither allocates nor initialises.
nonisolated(unsafe) private let saved: UnsafeMutablePointer<SavedTerminal> = {
    let pointer = UnsafeMutablePointer<SavedTerminal>.allocate(capacity: 1)
    unsafe pointer.initialize(to: SavedTerminal())
    return unsafe pointer
}()

/// Another thread may end the program by `exit` while this one waits for input.
private let restoresAtExit: Int32 = atexit {
    guard unsafe saved.pointee.descriptor >= 0 else { return }
    unsafe tcsetattr(saved.pointee.descriptor, TCSANOW, &saved.pointee.settings)
}

/// Calls only functions that POSIX lists as safe in a handler: tcsetattr, write, signal, raise.
private func restoreAndRaise(_ number: Int32) {
    unsafe tcsetattr(saved.pointee.descriptor, TCSANOW, &saved.pointee.settings)
    // The shell's next line must not begin behind the question.
    var newline = UInt8(ascii: "\n")
    _ = unsafe write(saved.pointee.descriptor, &newline, 1)
    signal(number, SIG_DFL)
    raise(number)
}
