import Glibc

/// What this process has used so far.
package enum Usage {
    /// Of all its threads, in user and kernel mode.
    package static func processorSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }

    /// Memory in use now, shared pages included.
    package static func residentKilobytes() -> Double { field("VmRSS:", in: "/proc/self/status") }

    /// Memory that no other process shares.
    package static func privateKilobytes() -> Double { field("Private_", in: "/proc/self/smaps_rollup") }

    /// The sum of the numbers in the lines that begin with `name`.
    private static func field(_ name: String, in path: String) -> Double {
        guard let file = fopen(path, "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        var total = 0.0
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix(name) else { continue }
            let words = text.split { $0 == " " || $0 == "\t" }
            total += words.dropFirst().first.flatMap { Double($0) } ?? 0
        }
        return total
    }
}
