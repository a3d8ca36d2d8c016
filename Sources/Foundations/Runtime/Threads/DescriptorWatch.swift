import Glibc

/// A thread that sleeps until the kernel has something to say on a descriptor: for what would else have to be asked again and again.
///
/// ``stop()`` ends it; one that is dropped without goes on for as long as the process.
package final class DescriptorWatch: Sendable {
    private let alarm: EventDescriptor
    private let thread: ServiceThread

    /// - Parameters:
    ///   - descriptor: non-blocking; closed when the watch ends, or cannot begin.
    ///   - name: of the thread.
    ///   - look: reads all that there is, on the thread: first at once, then whenever there is something. `false` ends the watch.
    ///   - ended: called on the thread, last of all, unless it was ``stop()`` that ended it.
    /// - Throws: what the system says that has no descriptor or no thread for it.
    package init(
        _ descriptor: Int32, name: String, look: @escaping @Sendable () -> Bool, ended: @escaping @Sendable () -> Void
    ) throws(EventDescriptorError) {
        do {
            let alarm = try EventDescriptor()
            self.alarm = alarm
            thread = try ServiceThread(name: name, stackSize: 256 << 10) {
                defer { close(descriptor) }
                while look() {
                    guard let isAlarm = Self.wait(for: descriptor, alarm) else { break }
                    if isAlarm { return }
                }
                ended()
            }
        } catch {
            close(descriptor)
            throw EventDescriptorError(code: (error as? EventDescriptorError)?.code ?? EAGAIN)
        }
    }

    /// Returns when the thread has ended; nothing is looked at any more.
    package func stop() async {
        alarm.signal()
        await thread.finished()
    }

    /// Whether it was the alarm that ended the sleep; `nil` where nobody can sleep on the two.
    private static func wait(for descriptor: Int32, _ alarm: EventDescriptor) -> Bool? {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let count = unsafe poll(&descriptors, nfds_t(descriptors.count), -1)
        if count < 0, errno != EINTR { return nil }
        return descriptors[1].revents != 0
    }
}
