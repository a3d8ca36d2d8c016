import Glibc

/// A folder that goes with the last reference to it.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() {
        var template = Array("/tmp/pocketbell-test-XXXXXX".utf8CString)
        let made = unsafe mkdtemp(&template).map { unsafe String(cString: $0) }
        guard let made else { preconditionFailure("no temporary folder") }
        path = made
    }

    deinit {
        if let folder = unsafe opendir(path) {
            while let entry = unsafe readdir(folder) {
                let name = unsafe withUnsafePointer(to: entry.pointee.d_name) {
                    unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
                }
                unsafe unlink(file(name))
            }
            unsafe closedir(folder)
        }
        unsafe rmdir(path)
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }
}
