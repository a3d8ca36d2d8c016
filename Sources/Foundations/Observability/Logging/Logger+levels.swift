extension Logger {
    /// Every frame.
    package func trace(
        _ message: StaticString, error: (any Error)? = nil,
        _ fields: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
    ) {
        log(.trace, message, error: error, fields())
    }

    /// A decision.
    package func debug(
        _ message: StaticString, error: (any Error)? = nil,
        _ fields: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
    ) {
        log(.debug, message, error: error, fields())
    }

    /// A change of state that an operator asks about.
    package func info(
        _ message: StaticString, error: (any Error)? = nil,
        _ fields: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
    ) {
        log(.info, message, error: error, fields())
    }

    /// Something degraded that is tried again.
    package func warning(
        _ message: StaticString, error: (any Error)? = nil,
        _ fields: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
    ) {
        log(.warning, message, error: error, fields())
    }

    /// Something that needs a person.
    package func error(
        _ message: StaticString, error: (any Error)? = nil,
        _ fields: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
    ) {
        log(.error, message, error: error, fields())
    }
}
