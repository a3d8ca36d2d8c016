import JSON

/// The members of an object, by name.
struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let decoder: ValueDecoder
    /// The places of names and values.
    private let places: Range<Int>
    /// The values' places by name; `nil` for an object in which a linear look finds a name sooner.
    private let index: [String: Int]?

    init(_ decoder: ValueDecoder) throws {
        let number = try decoder.place(decoder.number, of: .object, as: [String: Any].self, at: { nil })
        let object = decoder.text.places[number]
        self.decoder = decoder
        places = number + 1..<object.next
        index = object.isIntricate || object.count > 24 ? Self.index(of: places, decoder.text) : nil
    }

    /// Of a name that comes twice the first counts.
    private static func index(of places: Range<Int>, _ text: DecodedText) -> [String: Int] {
        var index: [String: Int] = [:]
        var name = places.lowerBound
        while name < places.upperBound {
            index.merge([(text.string(name), name + 1)]) { first, _ in first }
            name = text.places[name + 1].next
        }
        return index
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    /// In the order of the text.
    var allKeys: [Key] {
        var keys: [Key] = []
        var name = places.lowerBound
        while name < places.upperBound {
            let text = decoder.text.string(name)
            if place(text) == name + 1, let key = Key(stringValue: text) { keys.append(key) }
            name = decoder.text.places[name + 1].next
        }
        return keys
    }

    private func place(_ name: String) -> Int? {
        if let index { return index[name] }
        let text = decoder.text
        let wanted = name.utf8Span.span
        let fingerprint = JSONOutline.fingerprint(wanted)
        let all = text.places
        var name = places.lowerBound
        while name < places.upperBound {
            if all[name].fingerprint == fingerprint, text.isName(name, wanted) { return name + 1 }
            name = all[name + 1].next
        }
        return nil
    }

    private func found(_ key: Key) throws -> Int {
        if let place = place(key.stringValue) { return place }
        throw DecodingError.keyNotFound(key, decoder.context("no such member", at: { nil }))
    }

    func contains(_ key: Key) -> Bool { place(key.stringValue) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { decoder.isNull(try found(key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.value(type, try found(key), at: { key })
    }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try inside(key).decode(type)
    }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try inside(key).decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let place = place(key.stringValue), !decoder.isNull(place) else { return nil }
        return try decoder.value(type, place, at: { key })
    }
    /// The generic form is not taken for this type, and the standard one looks three times.
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let place = place(key.stringValue), !decoder.isNull(place) else { return nil }
        return try decoder.value(type, place, at: { key })
    }

    private func inside(_ key: Key) throws -> ValueDecoder {
        ValueDecoder(decoder.text, try found(key), in: decoder, at: key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try inside(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try inside(key).unkeyedContainer()
    }

    /// What is missing counts as `null`.
    func superDecoder() -> any Decoder {
        ValueDecoder(decoder.text, place("super"), in: decoder, at: PlainKey(stringValue: "super"))
    }

    func superDecoder(forKey key: Key) -> any Decoder {
        ValueDecoder(decoder.text, place(key.stringValue), in: decoder, at: key)
    }
}

/// A step that no type of keys names.
struct PlainKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}
