import Store
import Values

/// One message that a lane sends: a delivery, or a digest of several, as its target gets it.
struct LaneJob: Sendable {
    /// The delivery; of a digest, the first of its members, which stands for all.
    let lead: DeliveryRow
    /// `nil` for a delivery that goes by itself.
    let digest: DigestRow.Number?
    let alert: RenderedAlert
    let body: [UInt8]?
    /// What its matter comes to changes the message that it makes.
    let keepsMessage: Bool

    /// - Parameters:
    ///   - digests: all that the deliveries of one look are in.
    ///   - now: when it is read, as far as anybody knows.
    init(
        _ work: DeliveryWork, in digests: [DigestWork], for assignment: LaneAssignment,
        _ templates: inout TemplateCache, now: Timestamp
    ) {
        let renderer = assignment.renderer
        lead = work.delivery
        var stored = work.delivery.body
        if let number = work.delivery.digest, let whole = digests.first(where: { $0.row.number == number }) {
            digest = number
            alert = renderer.render(whole, &templates, now: now)
            stored = whole.row.body
        } else {
            digest = nil
            alert = renderer.render(work, &templates, now: now)
        }
        keepsMessage = digest == nil && (work.isLiving || work.alert.thread != nil)
        body = assignment.target.body(for: alert, stored: stored)
    }

    /// The mark of its attempt.
    func start(storesBody: Bool) -> AttemptStart {
        AttemptStart(lead.number, body: storesBody ? body : nil, digest: digest)
    }

    /// Its mark is taken back.
    var unsent: AttemptEnd { AttemptEnd(lead.number, .notSent, digest: digest) }

    /// The attempt that begins now.
    var attempt: LaneAttempt {
        // One that was marked when it was looked at has this attempt counted already.
        let attempts = lead.attempts + (lead.state == .attempting ? 0 : 1)
        return LaneAttempt(number: lead.number, attempts: attempts, triedFor: lead.triedFor, digest: digest)
    }
}
