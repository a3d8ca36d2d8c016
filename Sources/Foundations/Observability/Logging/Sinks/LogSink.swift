/// Where records go. Called from any thread, in order for each thread.
package protocol LogSink: Sendable {
    func write(_ record: LogRecord)
}
