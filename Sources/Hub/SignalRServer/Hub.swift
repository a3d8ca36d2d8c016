package import Observability
import Runtime
import SignalRProtocol

/// One hub: the methods that clients call, who is connected, and sending to them.
///
/// ```swift
/// let hub = Hub()
/// hub.on("Say", jsonParameters: 1) { call in
///     try call.hub.send("said", json: [call.arguments.json(0)])
///     return nil
/// }
/// let server = try await HubServer(["/chat": hub]).start(port: 5000)
/// ```
///
/// Arguments, results and items are JSON texts; `SignalRCodable` has forms with `Codable` types.
public final class Hub: Sendable {
    /// Times and limits.
    public let configuration: HubConfiguration
    let authorizer: HubAuthorizer
    let logger: Logger?
    let tasks = HubTasks()
    let methods = Lock(HubMethodTable())
    let clients: HubClients

    /// A hub without methods.
    ///
    /// - Parameter authorizer: asked on every request: each negotiation, connection, poll and post.
    public convenience init(
        _ configuration: HubConfiguration = HubConfiguration(),
        authorizer: @escaping HubAuthorizer = { _ in .allowed(user: nil) }
    ) {
        self.init(configuration, logger: nil, authorizer: authorizer)
    }

    /// As the public one, with a log of the house in the place of the configuration's.
    package init(
        _ configuration: HubConfiguration = HubConfiguration(), logger: Logger?,
        authorizer: @escaping HubAuthorizer = { _ in .allowed(user: nil) }
    ) {
        self.configuration = configuration
        self.logger = logger ?? configuration.onLog.map { Logger(telling: $0) }
        self.authorizer = authorizer
        clients = HubClients(configuration, tasks: tasks, logger: self.logger)
    }
}
