import Daemon
import Glibc
import Store
import Values

/// Puts what `init` made where it belongs: all of it, or nothing.
struct SetupWriter: ~Copyable {
    private let place: SetupPlace
    /// What to take away again, in the order in which it was made.
    private var made: [String] = []
    /// Where the former configuration is kept from now on; `nil` if there was none.
    private(set) var former: String?
    /// The configuration file itself, where what is named is a link to it.
    private let target: String

    init(_ place: SetupPlace) {
        self.place = place
        // A link to nothing is a former configuration like any other.
        target = place.isTaken ? ProcessEnvironment.resolved(place.file) ?? place.file : place.file
    }

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
            try write(Array(content.yaml.utf8), to: target)
        } catch {
            undo()
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> DaemonError {
        let sentence = "nothing was written: \(place.file): \(error)"
        if error.isFull {
            return DaemonError(.unavailable, sentence, hint: "make room on the disk that has \(place.folder)")
        }
        let other = "name another file with --config"
        let isInTheWay = [EISDIR, ENOTDIR, EEXIST].contains(error.code)
        return DaemonError(
            .stateFolder, sentence,
            hint: isInTheWay
                ? "look at what is in the way in \(place.folder), or \(other)"
                : "make \(place.folder) writable for this user, or \(other)")
    }

    /// Takes everything away again; the former configuration is in its place again.
    mutating func undo() {
        if let former {
            _ = unsafe rename(former, target)
            // Of two names of one file `rename` takes neither away.
            _ = unsafe unlink(former)
            made.removeAll { $0 == target }
        }
        for path in made.reversed() where unsafe unlink(path) != 0 { _ = unsafe rmdir(path) }
        (made, former) = ([], nil)
    }

    private mutating func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        try PrivateFile.replace(path, with: bytes)
        made.append(path)
        guard place.handOver(path) else { throw SystemError() }
    }

    /// Under a second name first, so that at no moment there is none. What was kept before stays too: the name gets a number.
    private mutating func keepFormer() throws(SystemError) {
        guard place.isTaken else { return }
        for number in 1... {
            let name = "\(target).old" + (number == 1 ? "" : "-\(number)")
            if unsafe link(target, name) == 0 {
                former = name
                return
            }
            guard errno == EEXIST else { throw SystemError() }
        }
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
