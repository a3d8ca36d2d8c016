package import JSON
import SignalRProtocol

/// Invocations that arrived together, in the buffer in which they came.
package final class InvocationBatch: Sendable {
    /// Where an invocation's parts lie in the bytes.
    struct Place: Sendable {
        var target: JSONString
        /// The array with its brackets.
        var arguments: Range<Int>
        /// There when the hub waits for a result.
        var id: JSONString?
        /// The number of its route in the map.
        var route: Int
    }

    /// What arrived together: other messages may lie between those that the places name.
    package let bytes: [UInt8]
    let places: [Place]
    /// By which they were sorted.
    let map: RouteMap
    let port: InvocationPort

    init(_ bytes: [UInt8], _ places: [Place], _ map: RouteMap, _ port: InvocationPort) {
        self.bytes = bytes
        self.places = places
        self.map = map
        self.port = port
    }

    /// Invocations, not bytes; never none.
    package var count: Int { places.count }

    /// Bytes that are kept while it waits for its consumer.
    var cost: Int { bytes.count }

    /// Where the array of an invocation's arguments lies in the bytes.
    package func arguments(at index: Int) -> Range<Int> { places[index].arguments }

    /// The whole record that brought an invocation, without its separators. A copy.
    package func record(at index: Int) -> [UInt8] {
        let arguments = arguments(at: index)
        let start = bytes[..<arguments.lowerBound].lastIndex(of: HubRecordReader.separator).map { $0 + 1 }
        let end = bytes[arguments.upperBound...].firstIndex(of: HubRecordReader.separator)
        return Array(bytes[(start ?? 0)..<(end ?? bytes.count)])
    }

    /// Whether the connection's routes are still those by which it was sorted.
    package var isCurrent: Bool { port.isCurrent(map) }

    /// The invocations from `index` on that go the same way and want no answer.
    func sameWay(from index: Int) -> Range<Int> {
        let route = places[index].route
        var end = index
        while end < places.count, places[end].route == route, places[end].id == nil { end += 1 }
        return index..<end
    }

    /// The handler's name, as the hub spells it.
    package func target(at index: Int) -> String {
        let bytes = bytes
        return places[index].target.text(bytes.span)
    }

    /// The id under which the hub waits for a result. Not of a question that was refused when it came, because nobody answered
    /// its target then: each gets one answer.
    func question(at index: Int) -> String? {
        guard let id = places[index].id, map.routes[places[index].route].answerer != nil else { return nil }
        let bytes = bytes
        return id.text(bytes.span)
    }

    /// The number of an invocation's route in a map other than that of the batch.
    func route(at index: Int, in map: RouteMap) -> Int {
        let bytes = bytes
        return map.number(of: places[index].target, bytes.span)
    }

    /// The arguments of an invocation as a typed value, read and checked in one pass.
    ///
    /// - Returns: `nil` for arguments of another type, which is counted. Arguments that are no JSON end the connection that
    ///   they came on.
    package func value<Value>(at index: Int, _ decode: HubReader<Value>) -> Value? {
        // A span needs a local to live as long as.
        let bytes = bytes
        let place = arguments(at: index)
        var cursor = JSONCursor(offset: place.lowerBound)
        do throws(JSONError) {
            let value = try decode(bytes.span, &cursor)
            if cursor.offset == place.upperBound { return value }
        } catch {
            // What is wrong is looked for only now: most that fail are JSON, but not of the type.
        }
        refused(at: index)
        return nil
    }

    /// Has the arguments of an invocation read and checked in one pass, as ``value(at:_:)`` does, without a type that is
    /// known only when the program runs.
    ///
    /// - Returns: Whether they could be read.
    package func read(
        at index: Int, _ body: (borrowing JSONCursor.Bytes, inout JSONCursor) throws(JSONError) -> Void
    ) -> Bool {
        let bytes = bytes
        let place = arguments(at: index)
        var cursor = JSONCursor(offset: place.lowerBound)
        do throws(JSONError) {
            try body(bytes.span, &cursor)
            if cursor.offset == place.upperBound { return true }
        } catch {}
        refused(at: index)
        return false
    }

    private func refused(at index: Int) {
        let bytes = bytes
        let place = arguments(at: index)
        var cursor = JSONCursor(offset: place.lowerBound)
        do throws(JSONError) {
            let array = bytes.span.extracting(..<place.upperBound)
            _ = try cursor.skipValue(array)
            try cursor.expectEnd(array)
            port.refused(target(at: index))
        } catch {
            port.violated(HubProtocolError(error))
        }
    }
}
