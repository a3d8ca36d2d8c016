import SQLite
import Values

/// The pictures that orders have yet to send, on their way from the folder of media into a copy, and from a copy back.
struct CopiedPhotos {
    /// How many there are, and how many of those that there should be are lost.
    struct Count: Equatable {
        var found = 0
        var lost = 0
    }

    private let files: MediaFiles

    /// - Parameter files: of the store that is copied, or of the one that takes the copy up.
    init(_ files: MediaFiles) { self.files = files }

    /// Puts them into a copy.
    func pack(into copy: DatabaseFile) throws -> Count {
        try copy.write { transaction in
            var count = Count()
            for hash in try transaction.all(CopiedPhotoTable.wanted) {
                guard let bytes = files.bytes(of: hash) else {
                    count.lost += 1
                    continue
                }
                try transaction.run(CopiedPhotoTable.insert, hash, bytes)
                count.found += 1
            }
            return count
        }
    }

    /// Takes them out of a copy; those that are here already stay. One that is not what its name says is lost.
    func unpack(from copy: DatabaseFile) throws -> Count {
        try copy.write { transaction in
            var count = Count()
            for hash in try transaction.all(CopiedPhotoTable.wanted) {
                if let bytes = try transaction.first(CopiedPhotoTable.bytes, hash), MediaFiles.hash(of: bytes) == hash {
                    _ = try files.keep(bytes)
                }
                if files.bytes(of: hash) == nil { count.lost += 1 } else { count.found += 1 }
            }
            try transaction.run(CopiedPhotoTable.removeAll)
            return count
        }
    }
}

/// Of a copy, which nobody else reads meanwhile.
private enum CopiedPhotoTable {
    static let wanted = Query<MediaRow.Hash>(
        "copiedPhoto.wanted", "SELECT DISTINCT hash FROM media WHERE class = 'unsent'")
    static let insert = Update<MediaRow.Hash, [UInt8]>(
        "copiedPhoto.insert", "INSERT INTO copied_photo (hash, bytes) VALUES (?1, ?2)")
    static let bytes = Query<[UInt8], MediaRow.Hash>(
        "copiedPhoto.bytes", "SELECT bytes FROM copied_photo WHERE hash = ?1")
    static let removeAll = PlainUpdate("copiedPhoto.removeAll", "DELETE FROM copied_photo")
}
