import JSON
import Runtime
import Store
import Values

/// Shows how much the local copy holds, and forgets what can be had again.
struct CacheDesk: Sendable {
    let api: ControlAPI

    /// `cache` is a list of what there is; `cache/clear` and `cache/purge` forget; `cache/refresh` begins to read everything anew and
    /// waits for nothing of it (`sync` follows it to its end).
    func answer(_ request: ControlRequest) async throws -> JSONValue {
        let care = StoreCare(api.store)
        let now = WallClock.system.now
        switch (request.method, request.path.dropFirst().first) {
        case (.get, nil): return .array(try await care.usage().map(Self.json))
        case (.post, "clear"): return Self.json(try await care.clear(now: now))
        case (.post, "refresh"):
            guard await api.live() != nil else { throw api.notRunning }
            await api.note(.wantsReading)
            return [:]
        case (.post, "purge"): return Self.json(try await care.purge(now: now))
        default:
            throw ControlAnswer.Refusal(.unknown, "there is no \(request.method.rawValue) of the cache like that")
        }
    }

    private static func json(_ usage: StoreUsage) -> JSONValue {
        [
            "group": .word(usage.group.rawValue), "name": .word(usage.name),
            "count": usage.count.map { .count($0) } ?? nil, "bytes": usage.bytes.map { .count($0) } ?? nil,
            "oldest": .moment(usage.oldest),
            "keptDays": usage.age.map { .count(Int($0.components.seconds / 86_400)) } ?? nil,
            "room": usage.room.map { .count($0) } ?? nil,
        ]
    }

    private static func json(_ cleared: Cleared) -> JSONValue {
        [
            "rows": .count(cleared.rows), "pictures": .count(cleared.pictures.count),
            "bytes": .count(cleared.pictures.bytes),
        ]
    }
}
