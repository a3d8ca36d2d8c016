import JSON

/// How an answer's body becomes a value.
struct AnswerReader<Value: Sendable>: Sendable {
    /// - Parameter limit: bytes of the largest body.
    let read: @Sendable (_ body: [UInt8], _ limit: Int) throws(JSONError) -> Value

    /// Reads through a tree, which is tolerant and tells where something is wrong.
    init(_ read: @escaping @Sendable (JSONNode) throws(JSONError) -> Value) {
        self.read = { body, limit throws(JSONError) in try read(Self.tree(body, limit)) }
    }

    /// The same for answers that may have no body.
    init<Wrapped>(orNothing read: @escaping @Sendable (JSONNode) throws(JSONError) -> Wrapped?)
    where Value == Wrapped? {
        self.read = { body, limit throws(JSONError) in body.isEmpty ? nil : try read(Self.tree(body, limit)) }
    }

    /// Tries a quick reader first, and the tree where that gives up.
    ///
    /// - Parameter quick: `nil` for anything but what it knows well.
    init(
        quick: @escaping @Sendable ([UInt8]) -> Value?,
        _ read: @escaping @Sendable (JSONNode) throws(JSONError) -> Value
    ) {
        self.read = { body, limit throws(JSONError) in
            guard body.count <= limit, let value = quick(body) else { return try read(Self.tree(body, limit)) }
            return value
        }
    }

    private static func tree(_ body: [UInt8], _ limit: Int) throws(JSONError) -> JSONNode {
        var limits = JSONLimits()
        limits.bytes = limit
        limits.values = 5_000_000
        return JSONNode(family: try JSONValue(parsing: body, limits: limits))
    }
}
