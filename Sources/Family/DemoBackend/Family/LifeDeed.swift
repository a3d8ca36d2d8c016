/// One thing that happens in the simulated family.
package enum LifeDeed: Sendable, Equatable {
    /// The weekly allowance, of which the public backend tells nobody.
    case allowance(child: String)
    case transaction(SimulatedDraft)
    /// More than the child has: the server refuses.
    case overdraft(SimulatedDraft)
    /// The server ends and starts again.
    case restart
    /// Every connection breaks, without a word.
    case cut
}

/// What really happened.
package enum LifeEvent: Sendable, Equatable {
    /// A row was written; `isTold` if the hub said so to anybody.
    case written(SimulatedTransaction, isTold: Bool)
    case refused(SimulatedDraft, SimulatedRefusal)
    case restarted
    /// So many hub connections were cut.
    case cut(connections: Int)
}
