import Glibc
import TestSupport

/// What this process uses.
struct ProcessUse: CustomStringConvertible {
    let descriptors: Int
    let threads: Int
    /// Bytes in memory.
    let memory: Int

    init() throws {
        descriptors = try Self.entries("/proc/self/fd")
        threads = try Self.entries("/proc/self/task")
        let pages = try TextFile.read("/proc/self/statm").split(separator: " ")
        memory = (Int(pages[1]) ?? 0) * 4096
    }

    private static func entries(_ folder: String) throws -> Int {
        guard let directory = opendir(folder) else { throw Disproof(description: "\(folder) can't be read") }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return count
    }

    var description: String { "\(descriptors) descriptors, \(threads) threads, \(memory >> 10) KiB" }
}
