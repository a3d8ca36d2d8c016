import Glibc
import Testing
import Values

@Suite("Zone file")
struct ZoneFileTests {
    static let names = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Chatham", "Africa/Cairo",
        "America/Sao_Paulo", "Asia/Tokyo", "Europe/Dublin", "America/Santiago", "Africa/Casablanca", "Etc/UTC",
        "Antarctica/Troll", "Asia/Gaza", "America/Godthab",
    ]

    /// The only test that changes `TZ`, so no other one in this process may call `localtime_r`.
    @Test("agrees with glibc from 1950 to 2100")
    func agreesWithGlibc() throws {
        for name in Self.names {
            let zone = try ZoneFile(named: name)
            setenv("TZ", ":\(name)", 1)
            tzset()
            // Steps of 37 h 8 min 12 s visit every hour of the day and come within 37 hours of each change.
            for seconds in stride(from: -631_152_000, to: 4_102_444_800, by: 133_692) {
                var time = time_t(seconds)
                var parts = tm()
                localtime_r(&time, &parts)
                let expected = parts.tm_gmtoff
                guard zone.offset(at: seconds) != expected else { continue }
                Issue.record("\(name) at \(seconds): \(zone.offset(at: seconds)), glibc \(expected)")
                break
            }
        }
        unsetenv("TZ")
    }

    @Test(
        "refuses names that lead out of the folder",
        arguments: ["", "/etc/passwd", "../x", "Europe/../x", "Europe//x"])
    func refusesNames(name: String) {
        #expect(throws: TimeZoneError.invalidName(name)) { try ZoneFile(named: name) }
    }

    @Test("says which file is missing")
    func missing() {
        #expect(throws: TimeZoneError.unreadable(path: "/usr/share/zoneinfo/No/Where", code: ENOENT)) {
            try ZoneFile(named: "No/Where")
        }
    }

    @Test("a pipe is not waited for, and only a file is read")
    func noFile() throws {
        let pipe = "/tmp/pocketbell-zone-\(getpid())"
        try #require(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        for path in [pipe, "/dev/zero", "/"] {
            #expect(throws: TimeZoneError.unreadable(path: path, code: EINVAL)) { try ZoneFile(systemFile: path) }
        }
    }

    @Test("refuses each truncation of a file, and each changed byte of its headers does no harm")
    func damaged() throws {
        let bytes = try Self.bytes(of: "Europe/Berlin")
        for count in 0..<bytes.count - 1 {
            #expect(throws: TimeZoneError.self) { try ZoneFile(Array(bytes[..<count])) }
        }
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0xFF
            _ = (try? ZoneFile(damaged))?.offset(at: 1_800_000_000)
        }
    }

    static func bytes(of name: String) throws -> [UInt8] {
        let file = try #require(fopen("/usr/share/zoneinfo/\(name)", "r"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return bytes
    }
}
