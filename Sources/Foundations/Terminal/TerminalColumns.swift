import Glibc

/// Columns of the terminal behind a descriptor: the window's, else `COLUMNS`, else 80; 40 to 1,000.
package func terminalColumns(
    descriptor: Int32, environment: (String) -> String? = environmentVariable
) -> Int {
    var size = winsize()
    if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return bounded(Int(size.ws_col)) }
    return bounded(environment("COLUMNS").flatMap { Int($0) } ?? 80)
}

/// Rows of the terminal behind a descriptor; `nil` where it is none, or does not know.
package func terminalRows(descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
    return Int(size.ws_row)
}

/// Narrower, and no table fits; wider, and somebody's `COLUMNS` is a mistake.
private func bounded(_ columns: Int) -> Int { min(1_000, max(40, columns)) }

/// A variable of the process's environment; `nil` when unset.
///
/// Reading is safe from any thread as long as nobody writes: the product never calls `setenv`.
package func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
