/// A connection's options in one place on the heap, for all of its parts.
final class HubSettings: Sendable {
    let options: HubConnectionOptions

    init(_ options: HubConnectionOptions) {
        self.options = options
    }
}
