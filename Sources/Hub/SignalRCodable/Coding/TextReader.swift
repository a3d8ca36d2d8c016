import FoundationEssentials
import JSON

/// Decodes texts that lie in the same bytes, one after the other, each checked first.
///
/// What does the work is kept for the next text, and is not generic: a type that is put together only when the program runs is
/// looked up anew for each text.
struct TextReader {
    private let bytes: [UInt8]
    private let coding: HubCoding
    /// The outermost value of the text, where our own decoder does the work.
    private var root: ValueDecoder?
    /// The text, where the other one does.
    private var range = 0..<0

    init(_ bytes: [UInt8], _ coding: HubCoding) {
        self.bytes = bytes
        self.coding = coding
    }

    /// Moves over a JSON value, checking it: the one that is decoded from now on.
    mutating func read(_ cursor: inout JSONCursor) throws(JSONError) {
        // A decoder that somebody has kept goes on with the text that it was made for.
        if !isKnownUniquelyReferenced(&root) {
            guard let settings = coding.settings else {
                let bytes = bytes
                range = try cursor.skipValue(bytes.span)
                return
            }
            root = ValueDecoder(DecodedText(bytes, settings), 0)
        }
        try root?.text.read(&cursor)
    }

    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let root else { return try coding.decoder.decode(type, from: Data(bytes[range])) }
        return try root.decode(type)
    }

    /// The arguments of a call: as many as its handler takes, neither more nor less.
    func arguments(_ expected: Int) throws -> any UnkeyedDecodingContainer {
        let arguments = try root.map { try UnkeyedValues($0) } ?? value(Elements.self).container
        if let count = arguments.count, count != expected { throw WrongCount(count: count, expected: expected) }
        return arguments
    }
}

/// The elements of an array, which a `JSONDecoder` gives out to nobody but what it decodes.
private struct Elements: Decodable {
    let container: any UnkeyedDecodingContainer

    init(from decoder: any Decoder) throws {
        container = try decoder.unkeyedContainer()
    }
}

/// Another number of arguments than the handler takes.
struct WrongCount: Error, CustomStringConvertible {
    let count: Int
    let expected: Int

    var description: String { "\(count) came, and it takes \(expected)" }
}
