import JSON
package import Values

/// What has become of a record, as far as people hear of it.
package struct FamilyNews: Sendable, Equatable {
    /// What happened.
    package enum Kind: Sendable, Hashable, CaseIterable {
        case choreWaiting, choreApproved, choreRejected
        case goalReached, wishAffordable, giftWaiting
        case allowancePaused, allowanceResumed, allowanceMissing
    }

    package let kind: Kind
    /// When, by the server's clock; `nil` where it does not say.
    package var at: Timestamp?
    /// When the record began, by the server's clock: what is older than the watch is no news of it.
    package var since: Timestamp?
    /// What it is called: typed by people, like all text here.
    package var name: String?
    /// What it costs, or brings.
    package var price: Decimal?
    package var by: String?
    package var reason: String?
    package var notes: String?
    /// The day on which it was due.
    package var due: CivilDate?
    /// The server made it by itself, for nobody has done anything yet.
    package var isAutomatic = false

    init(_ kind: Kind) { self.kind = kind }

    /// One JSON object in one spelling, money as text; what there is not is left out.
    package func details(of record: String) -> String {
        let bytes = JSONWriter.object { object in
            object.set("id", record)
            object.set("name", ifPresent: name)
            object.set("price", ifPresent: price?.moneyText)
            object.set("by", ifPresent: by)
            object.set("reason", ifPresent: reason)
            object.set("notes", ifPresent: notes)
            object.set("due", ifPresent: due?.description)
            object.set("at", ifPresent: at?.wholeSeconds)
            if isAutomatic { object.set("automatic", true) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
