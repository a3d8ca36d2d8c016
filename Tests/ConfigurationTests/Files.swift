import Glibc
import Testing

/// The package's folder.
enum Repository {
    static func path(_ relative: String, here: String = #filePath) -> String {
        let root = here.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/\(relative)"
    }
}

/// A folder that disappears with its value.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/configuration.XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in files(of: path) { unlink(path + "/" + name) }
        rmdir(path)
    }

    func write(_ bytes: [UInt8], to name: String, mode: mode_t) throws -> String {
        let file = path + "/" + name
        try ConfigurationTests.write(bytes, to: file, mode: mode)
        return file
    }

    func write(_ text: String, to name: String = "pocketbell.yaml", mode: mode_t = 0o600) throws -> String {
        try write(Array(text.utf8), to: name, mode: mode)
    }
}

func files(of folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}

func contents(of path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"), "\(path) is missing")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&part, 1, part.count, file)
        if count == 0 { return bytes }
        bytes += part[..<count]
    }
}

func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws {
    let file = try #require(fopen(path, "w"), "\(path) can't be written")
    try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    fclose(file)
    chmod(path, mode)
}

/// A configuration that only its owner can read.
final class TemporaryFile {
    private let folder: TemporaryFolder
    let path: String

    init(_ text: String) throws {
        folder = try TemporaryFolder()
        path = try folder.write(text)
    }
}
