import JSON

/// What a hub does when a client calls, and what a call of it must bring.
struct HubMethod: Sendable {
    enum Body: Sendable {
        /// Answers with a value; `nil` is the answer of a method that returns nothing.
        case call(@Sendable (HubCaller) async throws -> JSONFragment?)
        case stream(@Sendable (HubCaller, HubItemWriter) async throws -> Void)
    }

    let body: Body
    /// How many arguments, without the uploads; `nil` leaves it to the method.
    let parameters: Int?
    /// How many streams the caller uploads.
    let uploads: Int

    var isStream: Bool { if case .stream = body { true } else { false } }

    /// Looks at what can be seen before the method runs.
    func check(_ arguments: HubArguments, uploads: Int) throws(HubFailure) {
        guard uploads == self.uploads else {
            throw HubFailure("Client sent \(uploads) stream(s), Hub method expects \(self.uploads).")
        }
        guard let parameters, arguments.count != parameters else { return }
        throw HubFailure.count(arguments.count, expected: parameters)
    }
}
