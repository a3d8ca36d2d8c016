import CLibWebSockets
import Glibc

/// The table the library keeps a pointer to instead of copying it. Allocated once per loop and freed after its context:
/// the library reads it until the end of `lws_context_destroy`.
///
/// `@unchecked Sendable`: written in `init` only.
@safe struct ProtocolTables: @unchecked Sendable {
    /// One protocol, "raw", for every socket and listening descriptor: no role of the library above bytes is used.
    let raw: UnsafePointer<lws_protocols>
    let vhostName: UnsafePointer<CChar>?

    init() {
        let table = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
        unsafe table.initialize(repeating: lws_protocols(), count: 2)
        unsafe table[0].name = unsafe UnsafePointer(strdup("raw"))
        unsafe table[0].callback = unsafe socketCallback
        // lws_write sends at most this much and copies the rest: keep it above the slices that are written.
        unsafe table[0].tx_packet_size = 256 * 1024
        unsafe raw = unsafe UnsafePointer(table)
        unsafe vhostName = unsafe UnsafePointer(strdup("plain"))
    }

    func deallocate() {
        unsafe free(UnsafeMutablePointer(mutating: raw[0].name))
        unsafe raw.deallocate()
        unsafe free(UnsafeMutablePointer(mutating: vhostName))
    }
}
