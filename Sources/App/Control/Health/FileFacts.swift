import Store

/// What a configuration file says that only what is known besides it shows to be wrong.
package struct FileFacts: Sendable {
    /// Its names of children that nobody is, a sentence for each.
    ///
    /// - Parameter known: of each child its first name, full name and id; of none nothing is said.
    package var strangers: @Sendable (_ known: [[String]]) -> [String] = { _ in [] }

    /// What ``strangers`` says of the children that the store knew at the last look; empty before.
    package var unknown: [String] = []

    /// Of a file that says nothing.
    package init() {}

    mutating func look(at store: Store) async throws {
        unknown = strangers(
            try await store.children().map { [$0.firstName, "\($0.firstName) \($0.lastName)", $0.id.rawValue] })
    }

    /// Nothing of what is meant is told.
    var problems: [Problem] { unknown.map { Problem(.unknownChild, $0, nextStep: nil) } }
}
