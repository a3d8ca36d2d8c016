import Glibc

/// The official JavaScript client's check of every feature, where it is at hand.
enum ReferenceClient {
    /// `nil` where the client or node is not at hand.
    static let program: String? = {
        guard unsafe access("/usr/bin/node", X_OK) == 0 else { return nil }
        var places: [String] = []
        if let shared = unsafe getenv("POCKETBELL_SHARED") { places.append(unsafe String(cString: shared)) }
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        places += ["/\(package)/shared", "/\(package)/../shared"]
        return places.map { $0 + "/reference-client/check" }.first { unsafe access($0, X_OK) == 0 }
    }()

    /// The lines it prints about a hub. Blocks: to be called on a thread of its own.
    static func check(_ url: String, _ transport: String) -> [String] {
        guard let program else { return [] }
        return lines(["timeout", "60", program, url, transport])
    }

    /// The lines that a script of our own prints about a hub. Blocks: to be called on a thread of its own.
    static func run(_ script: String, _ url: String, _ more: String = "") -> [String] {
        guard let program else { return [] }
        // The client is unpacked by its check, which also knows where.
        let find = """
            "$1" http://127.0.0.1:1/ >/dev/null 2>&1
            cache=${XDG_CACHE_HOME:-$HOME/.cache}/reference-client
            [ -d "$cache" ] || cache=${TMPDIR:-/tmp}/reference-client-$(id -u)
            NODE_PATH=$(ls -d "$cache"/*/node_modules | grep -v unpack | head -1) exec node -e "$2" "$3" "$4"
            """
        return lines(["timeout", "60", "sh", "-c", find, "sh", program, script, url, more])
    }

    private static func lines(_ words: [String]) -> [String] {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { return [] }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        unsafe posix_spawn_file_actions_addclose(&actions, ends[0])
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var pid = pid_t()
        let code = unsafe posix_spawnp(&pid, "timeout", &actions, nil, &arguments, environ)
        close(ends[1])
        guard code == 0 else { return [] }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while case let count = unsafe read(ends[0], &part, part.count), count > 0 { bytes += part[..<count] }
        var status: Int32 = 0
        _ = unsafe waitpid(pid, &status, 0)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) }
    }
}
