import CLibWebSockets
import Glibc

/// The tables lws keeps pointers to instead of copying. Allocated once per loop and freed after its context:
/// lws reads them until the end of `lws_context_destroy`.
///
/// `@unchecked Sendable`: written in `init` only.
struct ProtocolTables: @unchecked Sendable {
    /// For the client vhost: one protocol, "raw".
    let client: UnsafePointer<lws_protocols>
    /// For server vhosts: one protocol, "raw", for accepted sockets and for the listening descriptor.
    let server: UnsafePointer<lws_protocols>

    init() {
        let client = Self.table("raw")
        client[0].callback = clientCallback
        self.client = UnsafePointer(client)
        let server = Self.table("raw")
        server[0].callback = serverCallback
        self.server = UnsafePointer(server)
    }

    func deallocate() {
        for table in [client, server] {
            free(UnsafeMutablePointer(mutating: table[0].name))
            table.deallocate()
        }
    }

    private static func table(_ name: String) -> UnsafeMutablePointer<lws_protocols> {
        let table = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
        table.initialize(repeating: lws_protocols(), count: 2)
        table[0].name = UnsafePointer(strdup(name))
        // lws_write sends at most this much and copies the rest: keep it above the slices that are written.
        table[0].tx_packet_size = 256 * 1024
        return table
    }
}
