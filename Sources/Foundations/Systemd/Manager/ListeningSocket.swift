/// A socket that systemd opened for this program.
package struct ListeningSocket: Sendable, Hashable {
    /// The unit's `FileDescriptorName=`; by default the socket unit's name.
    package let name: String
    /// Owned by whoever takes it.
    package let descriptor: Int32
}
