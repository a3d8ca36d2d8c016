import Glibc
import Runtime
import Values

/// For how long a file has been as it is.
enum FileAge {
    /// Whole seconds since the file, or the link to it, last changed; at most a day, 0 where that is not known.
    static func seconds(of path: String) -> Int {
        var (file, link) = (stat(), stat())
        // Not the time of the last writing, which copies and packages set back.
        guard unsafe stat(path, &file) == 0, unsafe lstat(path, &link) == 0 else { return 0 }
        let changed = max(file.st_ctim.tv_sec, link.st_ctim.tv_sec)
        // The part of a second that has passed does not count.
        return min(max(Int(WallClock.system.now.seconds) - changed - 1, 0), 86_400)
    }
}
