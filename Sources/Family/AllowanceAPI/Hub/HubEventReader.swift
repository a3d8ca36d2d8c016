import JSON

/// Makes hints of hub messages, in every form that a build or plan of the server has given them.
///
/// It trusts nothing: a message that can't be read is a hint that something happened. Names that nobody has used are
/// counted, so that each is logged once.
package struct HubEventReader: Sendable {
    /// What a message was good for.
    package enum Reading: Sendable, Equatable {
        case hint(HubHint)
        /// A known event that is not about money.
        case nothing
        /// An unknown event; `isFirst` for the first of its name, which is worth a line in the log.
        case unknownEvent(name: String, isFirst: Bool)
    }

    /// How many different unknown names are counted; the other side makes them up.
    package static let maximumNames = 64

    /// How often each unknown event came; names are cut to 64 characters.
    package private(set) var unknown: [String: Int] = [:]

    /// No unknown name was seen yet. One for each connection's reader, since it counts.
    package init() {}

    /// What a message hints at.
    ///
    /// - Parameter arguments: the message's `arguments` as JSON text, an array.
    package mutating func read(target: String, arguments: borrowing Span<UInt8>) -> Reading {
        guard let event = HubEvent(target: target) else { return count(target) }
        guard event != .harmless else { return .nothing }
        guard let root = try? JSONValue(parsing: arguments),
            let nodes = try? JSONNode(family: root).elements()
        else { return .hint(.something) }
        return HubEventArguments(nodes).hint(for: event).map { .hint($0) } ?? .nothing
    }

    private mutating func count(_ target: String) -> Reading {
        let name = ErrorBody.tame(String(target.unicodeScalars.prefix(64)))
        let isFirst = unknown[name] == nil
        guard !isFirst || unknown.count < Self.maximumNames else { return .unknownEvent(name: name, isFirst: false) }
        unknown[name, default: 0] += 1
        return .unknownEvent(name: name, isFirst: isFirst)
    }
}
