import AllowanceAPI
import Store
import SyncEngine
import TestNumbers
import Values

/// Orders that a photo belongs to: kept with the order, read from the disk for each attempt, and sent in the order's own request.
extension World {
    /// An order's request on its way.
    struct Sending: Sendable {
        let intent: IntentRow
        /// What of its photo comes with it, by the digest of the bytes.
        let photo: MediaRow.Hash?
        let engine: Int
        let life: Int
    }

    /// A child's chore is done, with one of two notes; three of four with a photo, of which there are five.
    func orderChore(_ numbers: [Int], _ child: Int, by account: String) async throws {
        let photo = numbers[2] % 4 == 0 ? nil : Array("photo \(numbers[2] % 5)".utf8)
        let notes = "Done \(numbers[2] % 2)"
        var fields = ["notes": notes]
        fields["photo"] = photo.map { MediaFiles.hash(of: $0).rawValue }
        let form = RecordOrder.Deed.doneChore.form
        let payload = try form.payload(fields)
        let chore = ChoresModel.chore(of: child)
        let request = OrderRequest(
            form, child: ServerModel.names[child], record: chore, payload: payload,
            current: #"{"title":"Dishes","reward":"1.00"}"#)
        let order = RecordOrder(
            .doneChore, record: RecordRow.ID(rawValue: chore), owner: chore, payload: payload, base: request.preview,
            title: "Dishes")
        lastChore = (child, notes)
        tally.photos += photo == nil ? 0 : 1
        try await accept(.record(order), child: child, by: account, photo: photo)
    }

    /// Whether a request has ended with the program that was sending it: most photos are still on their way then.
    func isCutOff(_ sending: Sending) -> Bool {
        guard sending.photo != nil, sending.life != life, dice.chance(70) else { return false }
        trace.note(now, "the photo of \(sending.intent.id.rawValue) is cut off")
        tally.note("photo cut off")
        return true
    }

    /// As the program's sender has it: from the disk, each time.
    ///
    /// - Throws: `StoreError`, with which nothing is sent.
    func photo(of intent: IntentRow) async throws -> MediaRow.Hash? {
        guard let store = program?.store, let wanted = photos[intent.id] else { return nil }
        try before("photo")
        let bytes = try await MediaStore(store).bytes(from: intent.id.rawValue, of: intent.server, now: wall)
        try await after("photo")
        if bytes.map(MediaFiles.hash) != wanted {
            try violate(.admission, "entry \(intent.id.rawValue) is sent without its photo")
        }
        tally.photosSent += 1
        tally.photosResumed += memory.photosSent.insert(intent.id).inserted ? 0 : 1
        return wanted
    }
}
