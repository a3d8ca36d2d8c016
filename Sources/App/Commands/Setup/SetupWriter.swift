import Daemon
import Glibc
import Values

/// Puts what `init` made where it belongs: all of it, or nothing.
struct SetupWriter: ~Copyable {
    private let place: SetupPlace
    /// What to take away again, in the order in which it was made.
    private var made: [String] = []
    private var hasFormer = false

    init(_ place: SetupPlace) {
        self.place = place
    }

    /// The former configuration's name from now on.
    private var former: String { "\(place.file).old" }

    /// Writes the secrets first, so that no configuration ever names a file that is not there.
    ///
    /// - Throws: what kept it from being written; then nothing has changed.
    mutating func write(_ content: SetupFile) throws(DaemonError) {
        do throws(SystemError) {
            try makeFolder(place.folder)
            for file in content.secrets {
                let bytes = file.secret.withText { Array("\($0)\n".utf8) }
                try write(bytes, to: "\(place.folder)/\(file.name)")
            }
            try keepFormer()
            try write(Array(content.yaml.utf8), to: place.file)
        } catch {
            undo()
            throw DaemonError(
                .stateFolder, "nothing was written: \(place.file): \(error)",
                hint: "make \(place.folder) writable for this user, or name another file with --config")
        }
    }

    /// Takes everything away again; the former configuration is in its place again.
    mutating func undo() {
        if hasFormer {
            _ = unsafe rename(former, place.file)
            // Of two names of one file `rename` takes neither away.
            _ = unsafe unlink(former)
            made.removeAll { $0 == place.file }
        }
        for path in made.reversed() where unsafe unlink(path) != 0 { _ = unsafe rmdir(path) }
        (made, hasFormer) = ([], false)
    }

    private mutating func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        try PrivateFile.replace(path, with: bytes)
        made.append(path)
        guard place.handOver(path) else { throw SystemError() }
    }

    /// Under a second name first, so that at no moment there is none.
    private mutating func keepFormer() throws(SystemError) {
        guard place.isTaken else { return }
        _ = unsafe unlink(former)
        guard unsafe link(place.file, former) == 0 else { throw SystemError() }
        hasFormer = true
    }

    private mutating func makeFolder(_ path: String) throws(SystemError) {
        var status = stat()
        if unsafe stat(path, &status) == 0 { return }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try makeFolder(String(path[..<slash])) }
        guard unsafe mkdir(path, 0o700) == 0 else {
            if errno == EEXIST { return }
            throw SystemError()
        }
        made.append(path)
        guard path != place.folder || place.handOver(path, isFolder: true) else { throw SystemError() }
    }
}
