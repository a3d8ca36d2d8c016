package import Store

extension ConflictRow.Rule {
    /// What a rule makes of one field.
    package enum Finding: Sendable, Hashable, CaseIterable {
        /// The server says what was ordered: nothing is left to do.
        case same
        /// Nobody else has changed it: what was ordered is sent, as ever.
        case untouched
        /// What the server says stays.
        case server
        /// What was ordered is sent.
        case client
        /// A person decides.
        case manual
    }

    /// Compares the three values of one field.
    ///
    /// - Parameters:
    ///   - base: what it was when the order was given.
    ///   - local: what is ordered.
    ///   - server: what it is now.
    package func resolve<Value: Equatable>(base: Value, local: Value, server: Value) -> Finding {
        if local == server { return .same }
        if base == server { return .untouched }
        return switch self {
        case .server: .server
        case .client: .client
        // What is ordered as it was, was never changed here.
        case .merge: base == local ? .server : .manual
        case .manual: .manual
        }
    }
}
