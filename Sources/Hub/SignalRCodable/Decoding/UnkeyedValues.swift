import JSON

/// The elements of an array, one after the other.
struct UnkeyedValues: UnkeyedDecodingContainer {
    private let decoder: ValueDecoder
    /// The place of the next element.
    private var number: Int
    private(set) var currentIndex = 0

    init(_ decoder: ValueDecoder) throws {
        let array = try decoder.place(decoder.number, of: .array, as: [Any].self, at: { nil })
        self.decoder = decoder
        number = array + 1
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { decoder.number.map { decoder.text.places[$0].count } }
    var isAtEnd: Bool { currentIndex == count }

    private func next(_ type: any Any.Type) throws -> Int {
        guard isAtEnd else { return number }
        let index = currentIndex
        throw DecodingError.valueNotFound(
            type, decoder.context("no more elements", at: { PlainKey(intValue: index) }))
    }

    /// An element that could not be decoded stays the next one.
    private mutating func take<Value>(
        _ type: any Any.Type, _ body: (ValueDecoder, Int, ValueDecoder.Step) throws -> Value
    ) throws -> Value {
        let place = try next(type)
        let index = currentIndex
        let value = try body(decoder, place, { PlainKey(intValue: index) })
        number = decoder.text.places[place].next
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard decoder.isNull(try next(Never.self)) else { return false }
        return try take(Never.self) { _, _, _ in true }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try take(type) { try $0.value(type, $1, at: $2) }
    }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try inside(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try inside(type) { try $0.decode(type) } }

    private mutating func inside<Value>(
        _ type: any Any.Type, _ body: (ValueDecoder) throws -> Value
    ) throws -> Value {
        try take(type) { try body(ValueDecoder($0.text, $1, in: $0, at: $2())) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try inside(KeyedDecodingContainer<NestedKey>.self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try inside((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try inside((any Decoder).self) { $0 } }
}
