import CLibWebSockets
import Values

/// One socket on its way to one address. Service thread only.
@safe final class ConnectAttempt {
    /// The one it would become.
    unowned let connection: Connection
    let index: Int
    /// nil once the library has closed it or the connection has taken it over.
    var wsi: OpaquePointer?

    init(_ index: Int, for connection: Connection) {
        self.index = index
        self.connection = connection
    }

    /// Gives the socket to the connection, whose it is from now on.
    func handOver() -> LibraryHandle? {
        guard let wsi = unsafe wsi else { return nil }
        unsafe self.wsi = nil
        return unsafe LibraryHandle(pointer: wsi)
    }

    /// The library closes it later and tells nobody.
    func drop() {
        guard let wsi = unsafe wsi else { return }
        unsafe self.wsi = nil
        unsafe lws_set_opaque_user_data(wsi, nil)
        unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC)
    }

    // MARK: called by the library

    /// The socket has been decided on, for or against.
    func writable() {
        guard let wsi = unsafe wsi else { return }
        let error = unsafe SystemError.pending(on: lws_get_socket_fd(wsi))
        connection.assumeIsolated { [index] connection in
            if let error { connection.failed(index, error.description) } else { connection.connected(index) }
        }
    }

    func closed() {
        guard let wsi = unsafe wsi else { return }
        // In the close callback the descriptor is still open.
        let error = unsafe SystemError.pending(on: lws_get_socket_fd(wsi))
        unsafe self.wsi = nil
        connection.assumeIsolated { [index] in $0.failed(index, error?.description ?? "closed") }
    }
}
