import FoundationEssentials
import JSON
import TestNumbers
import Testing

@testable import SignalRCodable

/// Our decoder beside Foundation's: both give equal values, or fail alike and at the same place.
///
/// Where they differ, and why:
/// - what is no JSON by the letter is refused as a whole, as the connection does before: theirs takes a comma too many,
///   and nearly anything in members that nobody reads;
/// - a number that its type can't hold is told with the way to it, which theirs leaves out;
/// - nothing is rounded: decimals with more digits than there is room for are refused, and neither `1.0000000000000001`
///   nor `1e-400` is a whole number; a whole number of 128 bits may have an exponent;
/// - more than 64 levels are refused, as the connection does; theirs goes down 512;
/// - a dictionary's members are decoded in the order of the text, theirs in any: of two mistakes another one may be told.
///   Its key is told as a number too if it looks like one.
@Suite struct DecodingTests {
    private static let theirs: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let bytes = Array(try container.decode(String.self).utf8)
            guard let date = Date(moment: bytes.span, bytes.indices) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "")
            }
            return date
        }
        return decoder
    }()

    @Test("random values of many shapes are decoded as the standard library does", arguments: 0..<6 as Range<UInt64>)
    func shapes(_ seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<100 {
            compare(Shapes.Row.self, Shapes.Row.sample, &numbers)
            compare(Shapes.Numbers.self, Shapes.Numbers.sample, &numbers)
            compare(Shapes.Texts.self, Shapes.Texts.sample, &numbers)
            compare(Shapes.Tree.self, Shapes.Tree.sample, &numbers)
            compare(Shapes.Collections.self, Shapes.Collections.sample, &numbers, isOrdered: false)
            compare(Shapes.Derived.self, Shapes.Derived.sample, &numbers)
            compare(Shapes.Manual.self, Shapes.Manual.sample, &numbers)
            compare(Shapes.Whatever.self, Shapes.Whatever.sample, &numbers, isOrdered: false)
            compare([Shapes.Row?].self, .array([Shapes.Row.sample, .literal("null")]), &numbers)
            compare([String: Shapes.Tree].self, .object([("5", Shapes.Tree.sample)]), &numbers, isOrdered: false)
            compare([[Bool?]]?.self, .array([.array([.literal("null"), .literal("true")])]), &numbers)
        }
    }

    @Test("every scalar as every type that JSON knows")
    func scalars() {
        for text in RandomJSON.literals + RandomJSON.texts.map({ "\"\($0)\"" }) + ["[]", "{}", "[1]"] {
            compareAll(text)
        }
    }

    private func compareAll(_ text: String) {
        func compareIn<Value: Decodable & Equatable>(_ type: Value.Type) {
            compare(type, text)
            compare([Value].self, "[\(text)]")
            compare([String: Value?].self, "{\"a\":\(text)}")
        }
        compareIn(Int.self)
        compareIn(Int8.self)
        compareIn(Int16.self)
        compareIn(Int32.self)
        compareIn(Int64.self)
        compareIn(UInt.self)
        compareIn(UInt8.self)
        compareIn(UInt16.self)
        compareIn(UInt32.self)
        compareIn(UInt64.self)
        compareIn(Int128.self)
        compareIn(UInt128.self)
        compareIn(Double.self)
        compareIn(Float.self)
        compareIn(Bool.self)
        compareIn(String.self)
        compareIn(Decimal.self)
        compareIn(Date.self)
        compareIn(UUID.self)
        compareIn(URL.self)
        compareIn(Data.self)
    }

    @Test("bytes that are changed anywhere are refused, or read alike", arguments: 0..<3 as Range<UInt64>)
    func hostileTexts(_ seed: UInt64) {
        var numbers = SeededNumbers(seed: seed &+ 1000)
        for sample in [Shapes.Row.sample, Shapes.Tree.sample, Shapes.Collections.sample] {
            for _ in 0..<300 {
                var bytes = Array(sample.text(&numbers).utf8)
                let place = bytes.indices.randomElement(using: &numbers)!
                switch Int.random(in: 0..<3, using: &numbers) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(UInt8.random(in: 0..<128, using: &numbers), at: place)
                default: bytes[place] = Array("{}[]\",:\\/0e-.tn \u{1}".utf8).randomElement(using: &numbers)!
                }
                guard let text = String(validating: bytes, as: UTF8.self) else { continue }
                compare(Shapes.Row.self, text)
                compare(Shapes.Tree.self, text)
                compare(Shapes.Whatever.self, text, isOrdered: false)
            }
        }
    }

    // MARK: Where they differ

    @Test("integers of 64 and 128 bits keep every digit, and what does not fit is told with its place")
    func integers() throws {
        let coding = HubCoding.standard
        let edges = "[\(Int64.min),\(Int64.max)]"
        #expect(try coding.value([Int64].self, of: edges) == [.min, .max])
        #expect(
            try coding.value([UInt64].self, of: "[\(UInt64.max),9007199254740993]") == [.max, 9_007_199_254_740_993])
        #expect(try coding.value([Int128].self, of: "[\(Int128.min),\(Int128.max)]") == [.min, .max])
        let large = 340_282_360 * UInt128(1_000_000_000_000_000_000_000_000_000_000)
        #expect(try coding.value(UInt128.self, of: "3.4028236e38") == large)
        for (text, place) in [("[[1],[256]]", ["Index 1", "Index 0"]), ("[[],[-1,2]]", ["Index 1", "Index 0"])] {
            #expect(path(of: [[UInt8]].self, text) == place)
        }
        for text in ["1e-400", "1.0000000000000001", "1e400", "9223372036854775808", "-9223372036854775809"] {
            #expect(path(of: [String: Int64].self, "{\"a\":\(text)}") == ["a"], "\(text)")
        }
    }

    @Test("decimals are exact beyond 15 digits, or refused with their place")
    func decimals() throws {
        let coding = HubCoding.standard
        for text in [
            "1234567890123456.78", "0.1234567890123456789", "-99999999999999999999999999999999999999",
            "12345678901234567890.123456789", "340282366920938463463374607431768211455",
            "79228162514264337593543950335",
            "0.00000000000000000000000000000000000001",
        ] {
            let value = try coding.value(Decimal.self, of: text)
            #expect(value == Decimal(string: text) && "\(value)" == text)
        }
        for text in [
            "1e400", "1e-129", "0.1234567890123456789012345678901234567890123",
            "340282366920938463463374607431768211457",
        ] {
            #expect(path(of: [Decimal].self, "[0,\(text)]") == ["Index 1"], "\(text)")
        }
    }

    @Test("what is no JSON is refused as a whole, and so are more levels than the connection takes")
    func noJSON() {
        let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
        for text in ["[1,2,]", "[01]", "{\"a\":1}x", "", deep, "[1", "[\"\\ud800\"]"] {
            #expect(path(of: Shapes.Whatever.self, text) == [], "\(text)")
        }
        let levels = String(deep.dropFirst().dropLast())
        #expect(throws: Never.self) { try HubCoding.standard.value(Shapes.Whatever.self, of: levels) }
    }

    @Test("of a name that comes twice the first counts, however many there are")
    func repeatedNames() throws {
        struct Pair: Decodable, Equatable { var b: Int, a: Int }
        for fillers in [0, 40] {
            let rest = (0..<fillers).map { ",\"f\($0)\":0" }.joined()
            let text = "{\"a\":1,\"b\":2\(rest),\"a\":3,\"b\":4}"
            #expect(try HubCoding.standard.value(Pair.self, of: text) == Pair(b: 2, a: 1))
            #expect(try HubCoding.standard.value([String: Int].self, of: text)["a"] == 1)
        }
    }

    @Test("own decoders: what they are set to is done, by ours or by themselves")
    func ownDecoders() throws {
        struct Row: Decodable, Equatable {
            var createdAt: Date
            var bytes: Data?
        }
        func decoded(_ text: String, _ set: (JSONDecoder) -> Void) throws -> Row {
            let decoder = JSONDecoder()
            set(decoder)
            return try HubCoding(encoder: JSONEncoder(), decoder: decoder).value(Row.self, of: text)
        }
        let row = Row(createdAt: Date(timeIntervalSince1970: 1.5))
        let later = Row(createdAt: Date(timeIntervalSince1970: 2))
        #expect(try decoded(#"{"createdAt":1.5}"#) { $0.dateDecodingStrategy = .secondsSince1970 } == row)
        #expect(try decoded(#"{"createdAt":1500}"#) { $0.dateDecodingStrategy = .millisecondsSince1970 } == row)
        #expect(try decoded(#"{"createdAt":"1970-01-01T00:00:02Z"}"#) { $0.dateDecodingStrategy = .iso8601 } == later)
        #expect(try decoded("{\"createdAt\":\(later.createdAt.timeIntervalSinceReferenceDate)}") { _ in } == later)
        #expect(
            try decoded(#"{"created_at":1.5}"#) {
                $0.keyDecodingStrategy = .convertFromSnakeCase
                $0.dateDecodingStrategy = .secondsSince1970
            } == row)
        let key = CodingUserInfoKey(rawValue: "offset")!
        #expect(
            try decoded(#"{"createdAt":1,"bytes":[1]}"#) {
                $0.userInfo[key] = 0.5
                $0.dataDecodingStrategy = .deferredToData
                $0.dateDecodingStrategy = .custom { decoder in
                    let offset = decoder.userInfo[key] as? Double ?? 0
                    return Date(timeIntervalSince1970: try Double(from: decoder) + offset)
                }
            } == Row(createdAt: row.createdAt, bytes: Data([1])))
    }

    @Test("a decoder that is kept goes on with its own text")
    func keptDecoders() throws {
        struct Keeper: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) throws { self.decoder = decoder }
        }
        var reader = TextReader(Array(#"[{"a":1}][[2]][3][4]"#.utf8), .standard)
        var cursor = JSONCursor()
        var kept: [any Decoder] = []
        for _ in 0..<2 {
            try reader.read(&cursor)
            var arguments = try reader.arguments(1)
            kept.append(try arguments.decode(Keeper.self).decoder)
        }
        try reader.read(&cursor)
        var arguments = try reader.arguments(1)
        try reader.read(&cursor)
        #expect(try reader.value([Int].self) == [4])
        #expect(try arguments.decode(Int.self) == 3)
        #expect(try [String: Int](from: kept[0]) == ["a": 1])
        #expect(try [Int](from: kept[1]) == [2])
    }

    /// Where decoding fails; `nil` if it does not, or not with `dataCorrupted`.
    private func path<Value: Decodable>(of type: Value.Type, _ text: String) -> [String]? {
        do {
            _ = try HubCoding.standard.value(type, of: text)
        } catch DecodingError.dataCorrupted(let context) {
            return context.codingPath.map(\.stringValue)
        } catch {}
        return nil
    }

    // MARK: Comparing

    private func compare<Value: Decodable & Equatable>(
        _ type: Value.Type, _ sample: RandomJSON, _ numbers: inout SeededNumbers, isOrdered: Bool = true
    ) {
        var json = sample
        for _ in 0..<Int.random(in: 0..<4, using: &numbers) { json = json.changed(&numbers) }
        compare(type, json.text(&numbers), isOrdered: isOrdered)
    }

    /// - Parameter isOrdered: whether both meet the first mistake first.
    private func compare<Value: Decodable & Equatable>(_ type: Value.Type, _ text: String, isOrdered: Bool = true) {
        let ours = Result { try HubCoding.standard.value(type, of: text) }
        guard Self.isJSON(text) else {
            #expect(throws: DecodingError.self, "\(text)") { try ours.get() }
            if case .failure(DecodingError.dataCorrupted(let context)) = ours { #expect(context.codingPath.isEmpty) }
            return
        }
        switch (ours, Result { try Self.theirs.decode(type, from: Data(text.utf8)) }) {
        case (.success(let ours), .success(let theirs)):
            #expect(ours == theirs, "\(text)")
            if let ours = ours as? Decimal, let theirs = theirs as? Decimal, ours != 0 {
                #expect(ours.exponent == theirs.exponent && ours.description == theirs.description, "\(text)")
            }
        case (.failure(let ours as DecodingError), .failure(let theirs as DecodingError)):
            guard isOrdered else { return }
            let (ours, theirs) = (Failure(ours), Failure(theirs))
            // An overflow: theirs is the same whatever lies on the way.
            if theirs == Failure(case: "dataCorrupted", subject: "", path: []), ours.case == theirs.case { return }
            #expect(ours == theirs, "\(type) of \(text)")
        case (.success(let ours), .failure(let theirs)):
            Issue.record("\(type) of \(text): we give \(ours), they fail: \(theirs)")
        case (.failure(let ours), let theirs):
            Issue.record("\(type) of \(text): we fail: \(ours), they give \(theirs)")
        }
    }

    private static func isJSON(_ text: String) -> Bool {
        var cursor = JSONCursor()
        let bytes = text.utf8Span.span
        return (try? cursor.skipValue(bytes)) != nil && (try? cursor.expectEnd(bytes)) != nil
    }

    private struct Failure: Equatable {
        let `case`: String
        /// The type that was wanted, or the key.
        let subject: String
        let path: [String]

        init(case: String, subject: String, path: [String]) {
            self.case = `case`
            self.subject = subject
            self.path = path
        }

        init(_ error: DecodingError) {
            switch error {
            case .typeMismatch(let type, let context): self.init("typeMismatch", "\(type)", context)
            case .valueNotFound(let type, let context): self.init("valueNotFound", "\(type)", context)
            case .keyNotFound(let key, let context): self.init("keyNotFound", key.stringValue, context)
            case .dataCorrupted(let context): self.init("dataCorrupted", "", context)
            @unknown default: self.init(case: "\(error)", subject: "", path: [])
            }
        }

        private init(_ name: String, _ subject: String, _ context: DecodingError.Context) {
            let path = context.codingPath.map { "\($0.stringValue)#\($0.intValue.map { "\($0)" } ?? "")" }
            self.init(case: name, subject: subject, path: path)
        }
    }
}
