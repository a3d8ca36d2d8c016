import CLibWebSockets
import Glibc

/// Answers a request. Runs off the service thread; a thrown error becomes a 500 without detail.
public typealias HTTPHandler = @concurrent @Sendable (HTTPRequest) async throws -> HTTPResponse

/// An HTTP/1.1 server. lws gives it sockets, TLS, timers and its thread; requests are parsed here.
///
/// HTTP/2 is off: raw sockets have none, a local page gains nothing from it, and it is the larger target.
@safe public actor HTTPServer {
    public nonisolated let loop: LwsLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    let configuration: HTTPServerConfiguration
    let handler: HTTPHandler
    private var listeners: [Listener] = []
    private var connections: [ObjectIdentifier: ServerConnection] = [:]
    private var vhost: OpaquePointer?
    private var isStopping = false
    private var drained: CheckedContinuation<Void, Never>?

    public init(on loop: LwsLoop, configuration: HTTPServerConfiguration = .init(), handler: @escaping HTTPHandler) {
        self.loop = loop
        self.configuration = configuration
        self.handler = handler
    }

    public var connectionCount: Int { connections.count }

    /// Starts accepting; may be called for several endpoints.
    /// - Returns: the endpoint with the port that was chosen.
    /// - Throws: `HTTPServerError.listen` or `.tls`.
    public func listen(on endpoint: Endpoint) throws(HTTPServerError) -> Endpoint {
        guard !isStopping else { throw .stopped }
        let vhost = try unsafe makeVhost()
        let socket = try ListeningSocket(endpoint)
        let bound = socket.endpoint
        let isLocal = if case .unix = bound { true } else { false }
        let listener = try unsafe Listener(loop: loop, vhost: LwsHandle(pointer: vhost), socket: socket) {
            [unowned self] fd in
            assumeIsolated { $0.adopt(fd, isLocal: isLocal) }
        }
        listeners.append(listener)
        return bound
    }

    private func makeVhost() throws(HTTPServerError) -> OpaquePointer {
        if let vhost = unsafe vhost { return unsafe vhost }
        var info = unsafe lws_context_creation_info()
        unsafe info.port = CONTEXT_PORT_NO_LISTEN_SERVER
        unsafe info.protocols = unsafe loop.tables.server
        unsafe info.vhost_name = unsafe loop.keep("server")
        unsafe info.timeout_secs = 10
        if let tls = configuration.tls {
            guard unsafe access(tls.certificateFile, R_OK) == 0 else {
                throw .tls("cannot read \(tls.certificateFile)")
            }
            guard unsafe access(tls.keyFile, R_OK) == 0 else { throw .tls("cannot read \(tls.keyFile)") }
            unsafe info.options = UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
            unsafe info.ssl_cert_filepath = unsafe loop.keep(tls.certificateFile)
            unsafe info.ssl_private_key_filepath = unsafe loop.keep(tls.keyFile)
            unsafe info.alpn = unsafe loop.keep("http/1.1")
        }
        guard let created = unsafe lws_create_vhost(loop.ctx, &info) else {
            throw .tls("certificate and key were refused")
        }
        unsafe vhost = unsafe created
        return unsafe created
    }

    private func adopt(_ fd: Int32, isLocal: Bool) {
        guard !isStopping, connections.count < configuration.maxConnections, let vhost = unsafe vhost else {
            close(fd)
            return
        }
        let peer = SocketName.peer(fd)
        // lws closes the descriptor itself when it refuses it.
        guard let wsi = unsafe clws_adopt_socket(vhost, fd, configuration.tls == nil || isLocal ? 0 : 1) else { return }
        let connection = unsafe ServerConnection(
            server: self, wsi: LwsHandle(pointer: wsi), peer: peer, isLocal: isLocal)
        connections[ObjectIdentifier(connection)] = connection
        connection.assumeIsolated { $0.start() }
    }

    func remove(_ connection: ServerConnection) {
        connections[ObjectIdentifier(connection)] = nil
        if connections.isEmpty {
            drained?.resume()
            drained = nil
        }
    }

    private func abortAll() {
        for connection in connections.values { connection.abort() }
    }

    /// Stops accepting, lets requests finish, closes WebSockets with 1001, and cuts what is left after `limit`.
    public func stop(within limit: Duration = .seconds(5)) async {
        guard !isStopping else { return }
        isStopping = true
        for listener in listeners { await listener.close() }
        listeners = []
        for connection in connections.values { await connection.stop() }
        let cut = Task {
            try await Task.sleep(for: limit)
            abortAll()
        }
        if !connections.isEmpty { await withCheckedContinuation { drained = $0 } }
        cut.cancel()
    }
}
