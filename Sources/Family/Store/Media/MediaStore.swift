import SQLite
package import Values

/// Pictures: those that were fetched, as long as they may take room, and those that wait to be sent.
///
/// Files are written and removed by the store's writer, between its transactions: a row is never there before its file is, and a
/// file goes only after its row.
package struct MediaStore: Sendable {
    private let store: Store
    /// Where the files lie.
    package let files: MediaFiles

    /// - Parameter store: that keeps the rows; the files lie beside its own.
    package init(_ store: Store) {
        self.store = store
        files = MediaFiles(in: StateFolder(String(store.path.dropLast(StateFolder.storeName.count + 1))))
    }

    /// Keeps a picture in place of what was known of its source, and lets go what is too much for its class then.
    ///
    /// - Parameter bytes: at most ``MediaFiles/limit``.
    package func keep(
        _ bytes: [UInt8], as kind: MediaClass, of server: ServerRow.ID, from source: String, now: Timestamp
    ) async throws(StoreError) {
        try await store.write("media.keep") { [files] transaction in
            try transaction.keep(bytes, as: kind, of: server, from: source, in: files, now: now)
        }
        try await tidy(now: now)
    }

    /// The picture of this source; `nil` for none, or one whose file is damaged or gone.
    package func bytes(
        from source: String, of server: ServerRow.ID, now: Timestamp
    ) async throws(StoreError) -> [UInt8]? {
        let bytes = try await store.read("media") { [files] snapshot in
            try snapshot.first(MediaRow.bySource, server, source).flatMap { files.bytes(of: $0.hash) }
        }
        guard let bytes else { return nil }
        try await store.write("media.use") { try $0.run(MediaRow.use, server, source, now) }
        return bytes
    }

    /// How much there is of each class, also of those of which there is nothing.
    package func usage() async throws(StoreError) -> [MediaClass: MediaUsage] {
        let rows = try await store.read("media") { try $0.all(MediaRow.all) }
        var usage = Dictionary(uniqueKeysWithValues: MediaClass.allCases.map { ($0, MediaUsage()) })
        for row in rows { usage[row.class, default: MediaUsage()].add(row) }
        return usage
    }

    /// Removes all of some classes that can be fetched again; of the others nothing.
    ///
    /// - Returns: What went.
    @discardableResult
    package func clear(_ classes: Set<MediaClass>, now: Timestamp) async throws(StoreError) -> MediaUsage {
        try await remove(now: now) { row, _ in classes.contains(row.class) && row.class.isFetched }
    }

    /// Removes what is too old or too much for its class, and files that nothing needs.
    ///
    /// - Returns: What went.
    @discardableResult
    package func tidy(now: Timestamp) async throws(StoreError) -> MediaUsage {
        try await remove(now: now) { row, rows in rows.contains(row) }
    }

    /// - Parameter goes: whether a row goes; also gets those that are too old or too much.
    private func remove(
        now: Timestamp, _ goes: @escaping @Sendable (MediaRow, Set<MediaRow>) -> Bool
    ) async throws(StoreError) -> MediaUsage {
        let gone = try await store.write("media.remove") { transaction in
            let rows = try transaction.all(MediaRow.all)
            let expired = Set(MediaRow.expired(rows, now: now))
            let gone = rows.filter { goes($0, expired) }
            for row in gone { try transaction.run(MediaRow.remove, row.server, row.source) }
            return gone
        }
        // In a commit of its own: the rows are gone for good by now.
        try await store.write("media.sweep") { [files] transaction in
            let needed = Set(try transaction.all(MediaRow.all).map(\.hash))
            files.sweep(removed: Set(gone.map(\.hash)), needed: needed, now: now)
        }
        var usage = MediaUsage()
        for row in gone { usage.add(row) }
        return usage
    }
}

extension WriteTransaction {
    /// Writes the file, and its row with whatever else this commit writes.
    ///
    /// - Parameters:
    ///   - bytes: at most ``MediaFiles/limit``.
    ///   - source: the address that it was fetched from, or the id of the intent that sends it.
    @discardableResult
    package borrowing func keep(
        _ bytes: [UInt8], as kind: MediaClass, of server: ServerRow.ID, from source: String, in files: MediaFiles,
        now: Timestamp
    ) throws -> MediaRow.Hash {
        let row = MediaRow(
            server: server, source: source, class: kind, hash: try files.keep(bytes), size: bytes.count,
            storedAt: now, usedAt: now)
        try run(MediaRow.upsert, row)
        return row.hash
    }
}
