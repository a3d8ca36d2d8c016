import JSON

/// What runs around every method of a hub: it sees the call before its method does, and the answer before the caller does.
///
/// A filter that throws instead of running `next` refuses the call; one that returns another answer replaces the method's. See
/// ``Hub/filter(_:)``.
public typealias HubFilter =
    @Sendable (_ call: HubMethodCall, _ next: @escaping HubNext) async throws -> HubAnswer

/// What a filter runs to go on: the following filter, at last the method.
public typealias HubNext = @Sendable () async throws -> HubAnswer

/// Decides whether somebody may call a method: `false` refuses the call in the words of official servers.
public typealias HubRequirement = @Sendable (_ call: HubMethodCall) async throws -> Bool

/// What a method answers its caller, as a filter sees it.
public struct HubAnswer: Equatable, Sendable {
    let fragment: JSONFragment?

    init(_ fragment: JSONFragment?) { self.fragment = fragment }

    /// The answer of a method that returns nothing. A streaming method has it too, after its last item.
    public static let nothing = HubAnswer(nil)

    /// An answer of one's own.
    ///
    /// - Parameter json: JSON text.
    /// - Throws: ``HubFailure`` for a text that is not JSON.
    public init(json: String) throws(HubFailure) {
        self.init(try HubArguments.fragments([json]).first)
    }

    /// The answer as JSON text; `nil` for ``nothing``.
    public var json: String? { fragment?.text }
}
