import SQLite
import Values

extension LedgerContents {
    /// Whether it tells all that came of a copy's orders since the copy was made.
    ///
    /// - Parameters:
    ///   - id: the copy's store; `nil` for one of a version that gave it none.
    ///   - head: the last number that the copy's store had noted for its ledger.
    func follows(_ id: String?, from head: Int64) -> Bool {
        damaged == 0 && id != nil && storeID == id && self.head >= head
    }
}

extension WriteTransaction {
    /// What is open in a store of which no ledger tells what followed may have been sent since, by whoever had the store then: it is
    /// looked for among what the server has had since it was ordered, and sent only if that is not there.
    ///
    /// Rows that the store has cannot be it: for the store it was not sent.
    borrowing func doubtOpenIntents(at now: Timestamp) throws {
        try run(DoubtTable.doubt, now, "its store may be an older copy: the server is asked for it before it is sent")
    }

    /// Gives orders that wait the rows of their pictures again, where those were lost and the files were not.
    borrowing func takePhotos(from files: MediaFiles, at now: Timestamp) throws {
        for intent in try openIntents() {
            guard let hash = intent.order.record?.photo,
                try first(MediaRow.bySource, intent.server, intent.id.rawValue) == nil,
                let bytes = files.bytes(of: hash)
            else { continue }
            let row = MediaRow(
                server: intent.server, source: intent.id.rawValue, class: .unsent, hash: hash, size: bytes.count,
                storedAt: now, usedAt: now)
            try run(MediaRow.upsert, row)
        }
    }
}

extension RecordOrder {
    /// The picture that is sent with it, by its name in the folder of media.
    ///
    /// The payload is JSON in one spelling, and a quotation mark inside a text of it is escaped: these bytes are the member's.
    var photo: MediaRow.Hash? {
        guard let found = payload.range(ofText: "\"photo\":\"") else { return nil }
        let hash = MediaRow.Hash(rawValue: String(payload[found.upperBound...].prefix { $0 != "\"" }))
        return hash.isName ? hash : nil
    }
}

private enum DoubtTable {
    static let doubt = Update<Timestamp, String>(
        "intent.doubtCopied",
        """
        UPDATE intent SET state = CASE state WHEN 'accepted' THEN 'unknown' ELSE state END,
          before = CASE deed WHEN 'transaction' THEN ifnull(
            before, (SELECT last_position FROM child c WHERE c.server = intent.server AND c.id = child)) END,
          known = CASE deed WHEN 'transaction' THEN known ELSE ifnull(known, '') END,
          first_sent_at = ifnull(first_sent_at, accepted_at), last_attempt_at = ?1, due_at = ?1,
          reason = CASE state WHEN 'accepted' THEN ?2 ELSE reason END
        WHERE state IN ('accepted', 'sending', 'unknown', 'acked', 'parked')
        """)
}
