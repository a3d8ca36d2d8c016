import SQLite
import Values

@testable import Store

/// The invariants of photos that belong to orders.
extension World {
    /// A photo is on the disk, whole, until its order is at its end, and from then on it is one that may go. One that the server has not
    /// kept is said to be lost.
    func auditPhotos(_ store: Store, _ lines: [IntentLine]) async throws {
        guard !photos.isEmpty else { return }
        let files = MediaStore(store).files
        let rows = try await store.read("photos") { try $0.all(MediaRow.all) }
        let kept = Dictionary(uniqueKeysWithValues: rows.map { ($0.source, $0) })
        let done = server.chores.completions.values.joined()
        for line in lines {
            guard let photo = photos[line.id] else { continue }
            let row = kept[line.id.rawValue]
            if !line.state.isEnded, row?.class != .unsent || row?.hash != photo || files.bytes(of: photo) == nil {
                try violate(.purge, "the photo of entry \(line.id.rawValue) (\(line.state.rawValue)) is gone")
            }
            if line.state.isEnded, row?.class == .unsent {
                try violate(.purge, "the photo of entry \(line.id.rawValue) is kept for ever")
            }
            guard line.state == .confirmed, let fact = done.first(where: { $0.id == line.fact }) else { continue }
            if fact.photo == nil, (line.reason ?? "").isEmpty {
                try violate(.listed, "nobody is told that the photo of entry \(line.id.rawValue) is lost")
            }
            if fact.intent == line.id, let sent = fact.photo, sent != photo {
                try violate(.oneRow, "entry \(line.id.rawValue) was sent with another photo")
            }
        }
    }
}
