import JSON
import Synchronization

/// What a hub does when a client calls, and what a call of it must bring.
struct HubMethod: Sendable {
    enum Body: Sendable {
        /// Answers with a value; `nil` is the answer of a method that returns nothing.
        case call(@Sendable (HubMethodCall) async throws -> JSONFragment?)
        case stream(@Sendable (HubMethodCall, HubItemWriter) async throws -> Void)
    }

    /// As it was registered; clients may spell it in any letter case.
    let name: String
    let body: Body
    /// How many arguments, without the uploads; `nil` leaves it to the method.
    var parameters: Int?
    /// How many streams the caller uploads.
    var uploads = 0
    /// Who may call it; `nil` is everybody.
    var requirement: HubRequirement?

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

/// The methods of a hub by name, and the filters around them. A value.
struct HubMethodTable: Sendable {
    private var methods: [String: HubMethod] = [:]
    /// In the order in which they were registered: the first is the outermost.
    private(set) var filters: [HubFilter] = []
    /// Names that were registered more than once, as the later ones were spelled.
    private(set) var duplicates: [String] = []

    /// Adds a method; of two with one name the first stays.
    ///
    /// - Returns: `false` if there is one of that name, in any letter case.
    @discardableResult
    mutating func add(_ method: HubMethod) -> Bool {
        let key = method.name.lowercased()
        guard methods[key] == nil else {
            duplicates.append(method.name)
            return false
        }
        methods[key] = method
        return true
    }

    mutating func add(_ filter: @escaping HubFilter) { filters.append(filter) }

    func find(_ name: String) -> HubMethod? { methods[name.lowercased()] }
}

/// Gives way now and then to the tasks that wait for a thread.
///
/// A stream whose client is as fast as itself never waits: it would keep a thread of the pool for itself, and as many
/// streams as there are threads would keep the hub from reading at all, even the word that one of them is cancelled.
final class Turns: Sendable {
    /// Items in one turn: a yield wakes another thread, which costs as much as a dozen items.
    private static let length = 128
    private let count = Atomic(0)

    func giveWay() async {
        guard count.wrappingAdd(1, ordering: .relaxed).newValue % Self.length == 0 else { return }
        await Task.yield()
    }
}
