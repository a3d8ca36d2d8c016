import Store

extension Problem {
    /// What had to be done to the store: what is there again, what is not, and what to look at.
    static func recovered(_ report: RecoveryReport) -> Problem {
        let what =
            switch report.reason {
            case .damaged: "the store was damaged and was made anew"
            case .deleted: "the store was gone and was made anew"
            case .replaced: "another store lay in the store's place"
            case .restored: "a copy was restored"
            }
        let unread =
            report.unreadable.isEmpty ? "" : "; not readable to the end: \(report.unreadable.joined(separator: ", "))"
        let lost =
            report.lost > 0
            ? "entries lost: \(report.lost)" : report.damagedLines == 0 ? "nothing that was entered is lost" : nil
        let lines =
            report.damagedLines == 0
            ? nil
            : "\(report.damagedLines) lines of the ledger could not be read: what was entered or told just then may be missing, "
                + "so an entry may have to be made again, and an alert may come twice"
        let sentence =
            "\(what): \(report.rows) rows taken over, with \(report.deliveries) deliveries and \(report.intents) entries; "
            + "from the ledger \(report.told) deliveries known to be told and \(report.intentsFromLedger) entries; "
            + [lost, lines].compactMap(\.self).joined(separator: "; ") + unread
        return Problem(.storeRecovered, since: report.at, sentence, nextStep: step(after: report))
    }

    /// What a person does, and when this is said no more (`StoreCare.recoveryToTell`).
    private static func step(after report: RecoveryReport) -> String {
        let look = report.reason == .damaged ? "look at the system's log for disk errors; " : ""
        let check = report.isWhole ? "" : "compare 'pocketbell pending' with what was entered; "
        guard !report.isWhole || report.reason == .damaged else {
            return "nothing: this is said until everything was read from the server again"
        }
        let kept = report.folder.map { "what was there is kept in \($0): remove that once it is not needed, " }
        return look + check + (kept.map { "\($0)and this is said no more" } ?? "this is said for a week")
    }
}
