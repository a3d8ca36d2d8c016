import Glibc
import Testing

/// Programs beside the tests.
enum Shell {
    static func has(_ program: String) -> Bool {
        ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains { access($0 + program, X_OK) == 0 }
    }

    /// Where a program is not installed its tests are skipped, which is said; where every part is required they run, and fail.
    static func installed(_ program: String) -> ConditionTrait {
        .enabled(
            if: has(program) || getenv("POCKETBELL_REQUIRE_REAL_PARTS") != nil, "\(program) is not installed")
    }

    /// What a command line prints.
    static func output(_ command: String) throws -> String {
        let stream = try #require(popen(command, "r"))
        defer { pclose(stream) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&part, 1, part.count, stream)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += part[..<count]
        }
    }

    static func temporaryFolder() throws -> String {
        var template = Array("/tmp/tool.XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func remove(_ folder: String) throws { _ = try output("rm -rf '\(folder)'") }

    static func temporaryFile(_ text: String) throws -> String {
        var template = Array("/tmp/tool.XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
