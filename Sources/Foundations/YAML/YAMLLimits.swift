/// Bounds for a settings file. They stop hostile files and honest accidents (a log file given as `--config`).
package struct YAMLLimits: Sendable {
    /// Bytes of the file.
    package var bytes = 1 << 20
    /// Bytes of a line. Each message quotes its line, so a long one makes many messages slow: 50 on a line of 1 MiB took 2 s.
    package var lineBytes = 16 << 10
    /// Nested lists and sections.
    package var depth = 32
    /// Values and keys together.
    package var nodes = 20_000
    /// Mistakes told before the reader gives up.
    package var diagnostics = 50

    /// 1 MiB in lines of 16 KiB, 32 levels, 20,000 nodes, 50 mistakes: far beyond what a person writes.
    package init() {}
}
