import Observability

/// What an operator is told of messages that lead to nothing. Texts of the hub are cut.
extension HubLink {
    /// Tells of invocations that nobody gets, once for all that arrived together.
    func tell(_ harvest: Harvest) {
        if harvest.unknown.count > 0 {
            options.logger?.warning(
                "the hub calls what nobody listens to",
                [.hubTarget: .text(harvest.unknown.target), .hubCount: .integer(harvest.unknown.count)])
        }
        if harvest.refused > 0 {
            options.logger?.warning(
                "invocations were dropped, their arguments are not those of the handler",
                [.hubCount: .integer(harvest.refused)])
        }
    }

    /// An answer to nobody: it happens behind each cancellation.
    func tellLate(_ id: @autoclosure () -> String?) {
        options.logger?.debug(
            "an answer came for a call that is over", [.invocationID: .text(String((id() ?? "").prefix(50)))])
    }
}
