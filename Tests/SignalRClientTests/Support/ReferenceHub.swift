import Glibc
import HTTPClient
import Runtime

/// The genuine server, where it is at hand: one process for all tests, and one for those that would disturb others.
enum ReferenceHub {
    /// Where it is; `nil` where it is not at hand.
    static let program: String? = {
        var places: [String] = []
        if let shared = unsafe getenv("POCKETBELL_SHARED") { places.append(unsafe String(cString: shared)) }
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        places += ["/\(package)/shared", "/\(package)/../shared"]
        return places.map { $0 + "/reference-hub/run" }.first { unsafe access($0, X_OK) == 0 }
    }()

    private static let processes = Lock<[pid_t]>([])

    /// Its origin, once it answers.
    static let origin = launch()

    /// The origin of another one, whose connections are cut by the tests of transports.
    static let transports = launch()

    private static func launch() -> String? {
        guard let program else { return nil }
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { return nil }
        var actions = posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        unsafe posix_spawn_file_actions_addclose(&actions, ends[0])
        let words: [String] = [program, "--port", "0"]
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var pid = pid_t()
        let code = unsafe posix_spawn(&pid, program, &actions, nil, &arguments, environ)
        close(ends[1])
        guard code == 0 else { return nil }
        let isFirst = processes.withLock { processes in
            processes.append(pid)
            return processes.count == 1
        }
        if isFirst { atexit { for pid in ReferenceHub.processes.withLock({ $0 }) { kill(pid, SIGTERM) } } }
        return readOrigin(ends[0])
    }

    private static func readOrigin(_ descriptor: Int32) -> String? {
        var text = ""
        var byte: UInt8 = 0
        while unsafe read(descriptor, &byte, 1) == 1 {
            guard byte != UInt8(ascii: "\n") else {
                if let range = text.firstRange(of: "ready on ") { return String(text[range.upperBound...]) }
                text = ""
                continue
            }
            text.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return nil
    }

    /// Asks it to misbehave.
    static func control(_ path: String, _ json: String, at other: String? = nil) async throws {
        guard let origin = other ?? origin else { return }
        var request = HTTPClientRequest(.post, try HTTPURL("\(origin)/control/\(path)"))
        request.body = .bytes(Array(json.utf8), contentType: "application/json")
        _ = try await TestNetwork.http.send(request)
    }
}
