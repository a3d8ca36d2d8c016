import Runtime

/// Names a value that is kept with a connection, and its type. Each type that conforms is a key of its own.
///
/// ```swift
/// enum Room: HubPeerItemKey { typealias Value = String }
/// hub.onConnect { peer in peer.items[Room.self] = "kitchen" }
/// ```
public protocol HubPeerItemKey {
    /// What is kept.
    associatedtype Value: Sendable
}

/// What a program keeps with a connection, from any task: it is there as long as the ``HubPeer``, also while the client is
/// away and comes back.
public struct HubPeerItems: Sendable {
    private final class Store: Sendable {
        let values = Lock<[ObjectIdentifier: any Sendable]>([:])
    }

    private let store = Store()

    init() {}

    /// The value of a key; `nil` when there is none. Reading and writing it are two steps between which another task may come:
    /// see ``update(_:_:)``.
    public subscript<Key: HubPeerItemKey>(key: Key.Type) -> Key.Value? {
        get { store.values.withLock { $0[ObjectIdentifier(key)] } as? Key.Value }
        nonmutating set { store.values.withLock { $0[ObjectIdentifier(key)] = newValue } }
    }

    /// Changes the value of a key in one step.
    ///
    /// - Parameter body: is given the value, `nil` when there is none, and may change it. It must be quick, and must not use these
    ///   items again: it would wait for itself.
    /// - Returns: What `body` returns.
    public func update<Key: HubPeerItemKey, Result: Sendable>(
        _ key: Key.Type, _ body: (inout Key.Value?) -> Result
    ) -> Result {
        store.values.withLock { values in
            var value = values[ObjectIdentifier(key)] as? Key.Value
            defer { values[ObjectIdentifier(key)] = value }
            return body(&value)
        }
    }
}
