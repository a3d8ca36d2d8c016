import JSON

/// The arguments of a call as the types of its handler: as many as there are, neither more nor less.
struct ArgumentList<each Argument: Decodable>: Decodable {
    let values: (repeat each Argument)

    init(from decoder: any Decoder) throws {
        var expected = 0
        for _ in repeat (each Argument).self { expected += 1 }
        var container = try decoder.unkeyedContainer()
        if let count = container.count, count != expected { throw WrongCount(count: count, expected: expected) }
        values = (repeat try container.decode((each Argument).self))
    }
}

/// Another number of arguments than the handler takes.
private struct WrongCount: Error, CustomStringConvertible {
    let count: Int
    let expected: Int

    var description: String { "\(count) came, and it takes \(expected)" }
}

extension HubCoding {
    /// The arguments of a call, whose bytes have been checked.
    ///
    /// - Parameter array: the text of a JSON array.
    func arguments<each Argument: Decodable>(
        _ types: repeat (each Argument).Type, of array: borrowing JSONCursor.Bytes, target: String
    ) throws(HubMismatch) -> (repeat each Argument) {
        var cursor = JSONCursor()
        let list: Result<ArgumentList<repeat each Argument>, HubMismatch>
        do throws(JSONError) {
            list = try read(ArgumentList<repeat each Argument>.self, array, &cursor, target: target)
        } catch {
            throw HubMismatch(target: target, reason: "\(error)")
        }
        return try list.get().values
    }

    /// Moves over the array of a call's arguments, checking it, and decodes them.
    ///
    /// - Throws: What is no JSON. The result's failure is JSON of other types.
    func read<each Argument: Decodable>(
        _ list: ArgumentList<repeat each Argument>.Type, _ bytes: borrowing JSONCursor.Bytes,
        _ cursor: inout JSONCursor, target: @autoclosure () -> String
    ) throws(JSONError) -> Result<ArgumentList<repeat each Argument>, HubMismatch> {
        try read(list, bytes, &cursor).mapError { HubMismatch(target: target(), reason: Self.reason(of: $0)) }
    }

    /// What a coder's failure says, without the values that it was about.
    static func reason(of error: any Error) -> String {
        switch error {
        case let error as WrongCount: error.description
        case DecodingError.typeMismatch(let type, let context): "\(type) wanted\(place(context.codingPath))"
        case DecodingError.valueNotFound(let type, let context):
            "\(type) wanted and null found\(place(context.codingPath))"
        case DecodingError.keyNotFound(let key, let context):
            "no \"\(key.stringValue)\"\(place(context.codingPath))"
        case DecodingError.dataCorrupted(let context): "a value that does not fit its type\(place(context.codingPath))"
        case EncodingError.invalidValue(let value, let context):
            "a value of \(type(of: value)) that JSON can't hold\(place(context.codingPath))"
        default: "\(type(of: error))"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        guard !path.isEmpty else { return "" }
        return " at " + path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    }
}
