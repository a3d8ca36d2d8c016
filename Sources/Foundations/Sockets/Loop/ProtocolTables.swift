import CLibWebSockets
import Glibc

/// The tables lws keeps pointers to instead of copying. Allocated once per loop and freed after its context:
/// lws reads them until the end of `lws_context_destroy`.
///
/// `@unchecked Sendable`: written in `init` only.
@safe struct ProtocolTables: @unchecked Sendable {
    /// For the client vhost: one protocol, "raw".
    let client: UnsafePointer<lws_protocols>
    /// For server vhosts: one protocol, "raw", for accepted sockets and for the listening descriptor.
    let server: UnsafePointer<lws_protocols>

    init() {
        let client = unsafe Self.table("raw")
        unsafe client[0].callback = unsafe clientCallback
        unsafe self.client = unsafe UnsafePointer(client)
        let server = unsafe Self.table("raw")
        unsafe server[0].callback = unsafe serverCallback
        unsafe self.server = unsafe UnsafePointer(server)
    }

    func deallocate() {
        unsafe [client, server].forEach { table in
            unsafe free(UnsafeMutablePointer(mutating: table[0].name))
            unsafe table.deallocate()
        }
    }

    private static func table(_ name: String) -> UnsafeMutablePointer<lws_protocols> {
        let table = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
        unsafe table.initialize(repeating: lws_protocols(), count: 2)
        unsafe table[0].name = unsafe UnsafePointer(strdup(name))
        // lws_write sends at most this much and copies the rest: keep it above the slices that are written.
        unsafe table[0].tx_packet_size = 256 * 1024
        return unsafe table
    }
}
