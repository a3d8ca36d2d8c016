import JSON
import Synchronization

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

/// Gives way now and then to the tasks that wait for a thread.
///
/// A stream whose client is as fast as itself never waits: it would keep a thread of the pool for itself, and as many
/// streams as there are threads would keep the hub from reading at all, even the word that one of them is cancelled.
final class Turns: Sendable {
    /// Items in one turn: a yield costs about as much as an item.
    private static let length = 16
    private let count = Atomic(0)

    func giveWay() async {
        guard count.wrappingAdd(1, ordering: .relaxed).newValue % Self.length == 0 else { return }
        await Task.yield()
    }
}
