import JSON
import Runtime
import Store
import Values

/// Copies of the store: made, and taken up again.
struct CopyDesk: Sendable {
    let api: ControlAPI

    func answer(_ request: ControlRequest) async throws -> JSONValue {
        switch (request.method, request.path.first, request.path.count) {
        case (.post, "backup", 1): return try await backUp(request)
        case (.post, "restore", 1): return try await takeUp(try copyOrder(request).file)
        case (.get, "copies", 1):
            return .array(
                KeptCopies(StoreCare(api.store)).all.map { copy in
                    ["name": .string(copy.name), "bytes": .count(copy.size), "writtenAt": .moment(copy.writtenAt)]
                })
        case (.post, "copies", 1):
            let (path, copy) = try await Self.refusing { () throws(StoreError) in
                try await KeptCopies(StoreCare(api.store)).make(now: WallClock.system.now)
            }
            return JSONValue(copy, at: path)
        case (.post, "copies", 3) where request.path[2] == "restore":
            guard let path = KeptCopies(StoreCare(api.store)).path(of: request.path[1]) else {
                throw ControlAnswer.Refusal(.unknown, "there is no copy '\(request.path[1])' in the state folder")
            }
            return try await takeUp(path)
        default: throw ControlAnswer.Refusal.nothing(at: request)
        }
    }

    /// `backup` with `{"file": PATH, "force": BOOL}`: a complete path, as this program's user sees it.
    private func backUp(_ request: ControlRequest) async throws -> JSONValue {
        let (file, force) = try copyOrder(request)
        let copy = try await Self.refusing { () throws(StoreError) in
            try await StoreCare(api.store).backUp(to: file, replaces: force)
        }
        return JSONValue(copy, at: file)
    }

    /// `restore` with `{"file": PATH}`, and `copies/NAME/restore`: checks the copy and gets it ready; a running program then takes it up
    /// by itself.
    private func takeUp(_ file: String) async throws -> JSONValue {
        let copy = try await Self.refusing { () throws(StoreError) in
            try await StoreRestore(in: StoreCare(api.store).folder).stage(file)
        }
        await api.note(.wantsReopening)
        return JSONValue(copy, at: file)
    }

    private func copyOrder(_ request: ControlRequest) throws -> (file: String, force: Bool) {
        do throws(JSONError) {
            let body = JSONNode(
                try (request.body ?? Secret("")).withText { text throws(JSONError) in try JSONValue(parsing: text) })
            let file = try body.required("file").string()
            if file.hasPrefix("/") { return (file, try body.optional("force")?.bool() ?? false) }
        } catch {}
        throw ControlAnswer.Refusal(.malformed, "it is not said which file: a complete path is needed")
    }

    /// What is wrong with a file that a person named is the person's to mend, and no trouble of the store's.
    private static func refusing<Value>(
        _ work: () async throws(StoreError) -> Value
    ) async throws(ControlAnswer.Refusal) -> Value {
        do throws(StoreError) {
            return try await work()
        } catch {
            let kind: ControlAnswer.Refusal.Kind =
                switch error.kind {
                case .taken, .unusable, .newerVersion, .corrupted: .conflict
                case .readOnly: .notPermitted
                default: .unavailable
                }
            let sentence = error.sentence.hasSuffix(".") ? String(error.sentence.dropLast()) : error.sentence
            throw ControlAnswer.Refusal(kind, sentence, hint: error.nextStep)
        }
    }
}

extension JSONValue {
    fileprivate init(_ copy: StoreCopy, at path: String) {
        self = [
            "file": .string(path), "bytes": .count(copy.size), "children": .count(copy.children),
            "transactions": .count(copy.transactions), "deliveries": .count(copy.deliveries),
            "waiting": .count(copy.waiting), "entries": .count(copy.intents), "photos": .count(copy.photos),
            "lostPhotos": .count(copy.lostPhotos), "newest": .moment(copy.newest),
            "openEntries": .count(copy.openIntents),
            "followed": copy.ledger.map { .bool($0.isComplete) } ?? .null,
            "damagedLines": copy.ledger.map { .count($0.damagedLines) } ?? .null,
        ]
    }
}
