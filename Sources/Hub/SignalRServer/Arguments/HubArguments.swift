package import JSON
import SignalRProtocol

/// The arguments of a call, each as the JSON it came as.
public struct HubArguments: Equatable, Sendable {
    /// In the call's order; checked to be JSON, of any type.
    package let values: [JSONFragment]

    /// - Parameter array: a checked JSON array.
    init(_ array: [UInt8]) throws(JSONError) {
        var values: [JSONFragment] = []
        var cursor = JSONCursor()
        let bytes = array.span
        try cursor.arrayValue(bytes) { bytes, cursor throws(JSONError) in
            let range = try cursor.skipValue(bytes)
            values.append(JSONFragment(checked: Array(array[range])))
        }
        self.values = values
    }

    /// For what is read as arguments are: an uploaded item, or a test's own call.
    package init(_ values: [JSONFragment] = []) {
        self.values = values
    }

    /// Texts that somebody wrote, checked to be JSON.
    static func fragments(_ texts: [String]) throws(HubFailure) -> [JSONFragment] {
        var fragments: [JSONFragment] = []
        for text in texts {
            do throws(JSONError) {
                fragments.append(try JSONFragment(parsing: text))
            } catch {
                throw HubFailure("Argument \(fragments.count + 1) of a call is not JSON: \(error)")
            }
        }
        return fragments
    }

    /// The record of a call with texts that somebody wrote, checked to be JSON.
    static func record(_ target: String, _ texts: [String]) throws(HubFailure) -> [UInt8] {
        do throws(JSONError) { return try InvocationMessage.record(target, json: texts) } catch {
            // Which one it is, they tell one by one.
            return record(target, try fragments(texts))
        }
    }

    /// The record of a call with JSON that has been checked.
    static func record(_ target: String, _ arguments: [JSONFragment]) -> [UInt8] {
        HubMessage.invocation(InvocationMessage(target, arguments: HubText.array(arguments))).record
    }

    /// All of them as the JSON array that they came in.
    package var array: [UInt8] { HubText.array(values) }

    /// How many there are.
    public var count: Int { values.count }

    /// The JSON of one argument.
    ///
    /// - Throws: `HubFailure` when there are fewer.
    package func json(_ index: Int) throws(HubFailure) -> JSONFragment {
        guard values.indices.contains(index) else {
            throw HubFailure.count(values.count, expected: index + 1)
        }
        return values[index]
    }

    /// The JSON text of one argument, from 0.
    ///
    /// - Throws: ``HubFailure`` when there are fewer.
    @_disfavoredOverload
    public func json(_ index: Int) throws(HubFailure) -> String {
        let fragment: JSONFragment = try json(index)
        return fragment.text
    }

    /// An argument that is read with `body`.
    ///
    /// - Throws: `HubFailure` when it is missing or of another type.
    package func value<Value>(
        _ index: Int, _ body: (borrowing JSONCursor.Bytes, inout JSONCursor) throws(JSONError) -> Value
    ) throws(HubFailure) -> Value {
        let fragment: JSONFragment = try json(index)
        var cursor = JSONCursor()
        do throws(JSONError) {
            return try body(fragment.bytes.span, &cursor)
        } catch {
            throw HubFailure.wrongType
        }
    }

    /// An argument that is a string, from 0.
    ///
    /// - Throws: ``HubFailure`` when it is missing or of another type.
    public func string(_ index: Int) throws(HubFailure) -> String {
        try value(index) { bytes, cursor throws(JSONError) in try cursor.stringValue(bytes) }
    }

    /// An argument that is an array, as the arguments of another call.
    package func array(_ index: Int) throws(HubFailure) -> [JSONFragment] {
        let fragment: JSONFragment = try json(index)
        let bytes = fragment.bytes
        do throws(JSONError) { return try HubArguments(bytes).values } catch { throw HubFailure.wrongType }
    }

    /// An argument that is a whole number of at most 64 bits, from 0.
    ///
    /// - Throws: ``HubFailure`` when it is missing or of another type.
    public func int(_ index: Int) throws(HubFailure) -> Int {
        try value(index) { bytes, cursor throws(JSONError) in try cursor.intValue(bytes) }
    }

    /// An argument that is `true` or `false`, from 0.
    ///
    /// - Throws: ``HubFailure`` when it is missing or of another type.
    public func bool(_ index: Int) throws(HubFailure) -> Bool {
        try value(index) { bytes, cursor throws(JSONError) in try cursor.bool(bytes) }
    }
}
