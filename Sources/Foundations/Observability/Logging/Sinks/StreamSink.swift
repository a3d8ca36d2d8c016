import Glibc
import Runtime
package import Values

/// Writes lines to a file descriptor, standard error by default; one `write` for each record, so lines don't mix.
package final class StreamSink: LogSink {
    private let format: LogFormat
    private let descriptor: Int32
    private let isColoured: Bool
    private let zone: Lock<TimeZone>

    /// A sink for a descriptor, which it neither opens nor closes.
    ///
    /// - Parameter zone: whose time a log for people has.
    package init(
        format: LogFormat, descriptor: Int32 = STDERR_FILENO, isColoured: Bool, zone: TimeZone = .utc
    ) {
        self.zone = Lock(zone)
        self.format = format
        self.descriptor = descriptor
        self.isColoured = isColoured
    }

    /// From here on a log for people has the time of this zone.
    package func show(timesIn zone: TimeZone) { self.zone.withLock { $0 = zone } }

    /// A reader that is gone must not end the program, so errors are ignored (SIGPIPE is ignored by the program).
    package func write(_ record: LogRecord) {
        var line = format.line(record, isColoured: isColoured, zone: zone.withLock { $0 })
        line.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while unsafe !rest.isEmpty {
                let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                unsafe rest = unsafe UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }
}
