// What of a family's matters ends what; a problem of the program ends by a notice of its own.
extension AlertRow.Event {
    /// What it is the end of: its alert closes the thread that theirs have opened.
    package var ends: Set<AlertRow.Event> {
        switch self {
        case .choreApproved, .choreRejected: [.choreWaiting]
        case .allowancePaid: [.allowanceMissing]
        case .allowanceResumed: [.allowancePaused]
        case .balanceRecovered: [.balanceLow]
        default: []
        }
    }

    /// Whether it is the end of anything.
    package var isEnd: Bool { !ends.isEmpty }
}
