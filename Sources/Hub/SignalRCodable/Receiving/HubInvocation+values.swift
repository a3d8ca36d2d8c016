public import SignalRClient

extension HubInvocation {
    /// The arguments as values.
    ///
    /// ```swift
    /// for await invocation in connection.invocations(of: "TransactionCreated") {
    ///     let (id, amount) = try invocation.arguments(as: UUID.self, Decimal.self)
    /// }
    /// ```
    ///
    /// - Throws: ``HubMismatch`` when there are more or fewer, or when one is of another type.
    public func arguments<each Argument: Decodable>(
        as types: repeat (each Argument).Type, coding: HubCoding = .standard
    ) throws(HubMismatch) -> (repeat each Argument) {
        try withArguments { bytes throws(HubMismatch) in
            try coding.arguments(repeat each types, of: bytes, target: target)
        }
    }
}
