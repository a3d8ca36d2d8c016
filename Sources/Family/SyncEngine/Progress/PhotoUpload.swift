package import Store

/// How far the photo of an order is on its way.
package struct PhotoUpload: Sendable, Equatable {
    /// Whose photo it is.
    package let intent: IntentRow.ID
    /// What that is called, for people: typed by them, hostile until it is cleaned.
    package let title: String
    /// How much of it is given to the network, in steps of five: 0 to 100. The server has it when a list shows it, and not before.
    package let hundredths: Int

    /// One step in hundredths: whoever follows it is told of twenty at most, however many pieces the network makes of it.
    static let step = 5

    init(intent: IntentRow.ID, title: String, sent: Int, of total: Int) {
        (self.intent, self.title) = (intent, title)
        let (sent, total) = (max(sent, 0), max(total, 1))
        hundredths = sent >= total ? 100 : sent * (100 / Self.step) / total * Self.step
    }
}
