import FoundationEssentials
import JSON

/// One value of a text that is being decoded, and the way to it.
final class ValueDecoder: Decoder, SingleValueDecodingContainer {
    /// The last step of the way to a value, made only where somebody wants it.
    typealias Step = () -> (any CodingKey)?

    let text: DecodedText
    /// The number of the value's place; `nil` for what is not in the text and counts as `null`.
    let number: Int?
    private let outer: ValueDecoder?
    private let step: (any CodingKey)?

    init(_ text: DecodedText, _ number: Int?, in outer: ValueDecoder? = nil, at step: (any CodingKey)? = nil) {
        self.text = text
        self.number = number
        self.outer = outer
        self.step = step
    }

    var codingPath: [any CodingKey] { path(to: step, from: outer) }
    var userInfo: [CodingUserInfoKey: Any] { text.settings.userInfo }

    private func path(to step: (any CodingKey)?, from outer: ValueDecoder?) -> [any CodingKey] {
        (outer?.codingPath ?? []) + (step.map { [$0] } ?? [])
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try KeyedValues(self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try UnkeyedValues(self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { isNull(number) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type, number, at: { nil }) }
    func decode(_ type: Int128.Type) throws -> Int128 { try integer(number, at: { nil }) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(number, at: { nil }) }

    // MARK: What containers do for their members

    func isNull(_ number: Int?) -> Bool { number.map { text.places[$0].kind == .null } ?? true }

    /// - Parameter type: the one that the error names.
    func place(_ number: Int?, of kind: JSONOutline.Kind, as type: any Any.Type, at step: Step) throws -> Int {
        guard let number, text.places[number].kind == kind else { throw mismatch(type, number, at: step) }
        return number
    }

    private func mismatch(_ type: any Any.Type, _ number: Int?, at step: Step) -> DecodingError {
        let context = context("another kind of value", at: step)
        return isNull(number) ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    func corrupted(_ description: String, at step: Step) -> DecodingError {
        .dataCorrupted(context(description, at: step))
    }

    func context(_ description: String, at step: Step) -> DecodingError.Context {
        DecodingError.Context(codingPath: path(to: step(), from: self), debugDescription: description)
    }

    // MARK: Values without a decoder of their own

    /// The value at a place that is one step away; the frequent types first. Without an optional, whose type would be looked up at
    /// run time for each value.
    func value<Value: Decodable>(_ type: Value.Type, _ number: Int?, at step: Step) throws -> Value {
        if type == String.self { return same(try string(number, at: step), type) }
        if type == Int.self { return same(try integer(number, at: step) as Int, type) }
        if type == Bool.self { return same(try bool(number, at: step), type) }
        if type == Double.self { return same(try fraction(number, at: step) as Double, type) }
        if type == FoundationEssentials.Decimal.self { return same(try decimal(number, at: step), type) }
        if type == UUID.self, let uuid = try uuid(number, at: step) { return same(uuid, type) }
        if type == Date.self { return same(try date(number, at: step), type) }
        if type == Int64.self { return same(try integer(number, at: step) as Int64, type) }
        if type == Int32.self { return same(try integer(number, at: step) as Int32, type) }
        if type == UInt8.self { return same(try integer(number, at: step) as UInt8, type) }
        if type == Data.self { return same(try data(number, at: step), type) }
        if type == URL.self { return same(try url(number, at: step), type) }
        if type == Float.self { return same(try fraction(number, at: step) as Float, type) }
        if type == UInt.self { return same(try integer(number, at: step) as UInt, type) }
        if type == UInt64.self { return same(try integer(number, at: step) as UInt64, type) }
        if type == UInt32.self { return same(try integer(number, at: step) as UInt32, type) }
        if type == UInt16.self { return same(try integer(number, at: step) as UInt16, type) }
        if type == Int16.self { return same(try integer(number, at: step) as Int16, type) }
        if type == Int8.self { return same(try integer(number, at: step) as Int8, type) }
        return try Value(from: ValueDecoder(text, number, in: self, at: step()))
    }

    /// The value as the type that it is known to be of.
    @inline(__always)
    private func same<Known, Value>(_ value: Known, _ type: Value.Type) -> Value {
        unsafe unsafeBitCast(value, to: type)
    }

    private func string(_ number: Int?, at step: Step) throws -> String {
        text.string(try place(number, of: .string, as: String.self, at: step))
    }

    private func bool(_ number: Int?, at step: Step) throws -> Bool {
        switch number.map({ text.places[$0].kind }) {
        case .yes: true
        case .no: false
        // Not `valueNotFound` for null: the standard library's decoder makes this one exception.
        default: throw DecodingError.typeMismatch(Bool.self, context("neither true nor false", at: step))
        }
    }

    private func integer<Integer: FixedWidthInteger>(_ number: Int?, at step: Step) throws -> Integer {
        let number = try place(number, of: .number, as: Integer.self, at: step)
        guard let value: Integer = text.integer(number) else { throw corrupted("no \(Integer.self)", at: step) }
        return value
    }

    private func fraction<Fraction: BinaryFloatingPoint & LosslessStringConvertible>(
        _ number: Int?, at step: Step
    ) throws -> Fraction {
        let number = try place(number, of: .number, as: Fraction.self, at: step)
        guard let value: Fraction = text.fraction(number) else { throw corrupted("no \(Fraction.self)", at: step) }
        return value
    }

    private func decimal(_ number: Int?, at step: Step) throws -> FoundationEssentials.Decimal {
        let number = try place(number, of: .number, as: FoundationEssentials.Decimal.self, at: step)
        guard let value = text.decimal(number) else { throw corrupted("no exact decimal", at: step) }
        return value
    }

    private func uuid(_ number: Int?, at step: Step) throws -> UUID? {
        text.uuid(try place(number, of: .string, as: String.self, at: step))
    }

    /// Of what is kept as text: missing text is told as the type, text of another kind as text.
    private func spelled(_ type: any Any.Type, _ number: Int?, at step: Step) throws -> Int {
        try place(number, of: .string, as: isNull(number) ? type : String.self, at: step)
    }

    private func url(_ number: Int?, at step: Step) throws -> URL {
        guard let url = URL(string: text.string(try spelled(URL.self, number, at: step))) else {
            throw corrupted("no URL", at: step)
        }
        return url
    }

    private func data(_ number: Int?, at step: Step) throws -> Data {
        guard !isNull(number) else { throw mismatch(Data.self, number, at: step) }
        switch text.settings.data {
        case .deferredToData: return try Data(from: ValueDecoder(text, number, in: self, at: step()))
        case .custom(let decode): return try decode(ValueDecoder(text, number, in: self, at: step()))
        default:
            guard let data = Data(base64Encoded: try string(number, at: step)) else {
                throw corrupted("no Base64", at: step)
            }
            return data
        }
    }

    private func date(_ number: Int?, at step: Step) throws -> Date {
        guard !isNull(number) else { throw mismatch(Date.self, number, at: step) }
        switch text.settings.dates {
        case .moments:
            guard let date = text.moment(try place(number, of: .string, as: String.self, at: step)) else {
                throw corrupted("not a moment in ISO 8601", at: step)
            }
            return date
        case .standard(.secondsSince1970): return Date(timeIntervalSince1970: try fraction(number, at: step))
        case .standard(.millisecondsSince1970):
            return Date(timeIntervalSince1970: try fraction(number, at: step) / 1000)
        case .standard(.iso8601):
            guard let date = try? Date(try string(number, at: step), strategy: .iso8601) else {
                throw corrupted("not a moment in ISO 8601", at: step)
            }
            return date
        case .standard(.custom(let decode)): return try decode(ValueDecoder(text, number, in: self, at: step()))
        default: return try Date(from: ValueDecoder(text, number, in: self, at: step()))
        }
    }
}
