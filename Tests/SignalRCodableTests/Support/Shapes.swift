import FoundationEssentials

/// What programs decode: every way in which a type asks a decoder for its parts.
enum Shapes {
    struct Row: Codable, Equatable {
        var id: UUID
        var amount: Decimal
        var name: String
        var at: Date?
        var flag: Bool?
        var items: [Int]
        var value: Double?
        static let sample = RandomJSON.object([
            ("id", .text("0b7a0000-0000-4000-8000-000000000001")), ("amount", .literal("25.50")), ("name", .text("é")),
            ("at", .text("2026-03-14T15:09:26.5358979Z")), ("flag", .literal("true")),
            ("items", .array([.literal("1"), .literal("2")])), ("value", .literal("1.5")),
        ])
    }

    struct Numbers: Codable, Equatable {
        var id: Int8
        var amount: UInt8
        var name: Int16?
        var at: UInt16
        var flag: Int32
        var items: UInt32
        var child: Int64
        var value: UInt64
        var next: UInt?
        var one: Float
        var two: Int128
        var K: UInt128?
        static let sample = RandomJSON.object([
            ("id", .literal("1")), ("amount", .literal("1")), ("name", .literal("1")), ("at", .literal("1")),
            ("flag", .literal("1")), ("items", .literal("1")), ("child", .literal("-9223372036854775808")),
            ("value", .literal("18446744073709551615")), ("next", .literal("1")), ("one", .literal("1.5")),
            ("two", .literal("1")), ("K", .literal("1")),
        ])
    }

    struct Texts: Codable, Equatable {
        var name: String?
        var at: URL?
        var items: Data
        var child: [URL?]
        static let sample = RandomJSON.object([
            ("name", .text("a")), ("at", .text("https://example.org")), ("items", .text("aGk=")),
            ("child", .array([.text("a"), .literal("null")])),
        ])
    }

    indirect enum Tree: Codable, Equatable {
        case one(Int)
        case two(name: String, next: Tree?)
        case none
        static let sample = RandomJSON.object([
            ("two", .object([("name", .text("a")), ("next", .object([("one", .object([("_0", .literal("1"))]))]))]))
        ])
    }

    enum Word: String, Codable { case one, two }

    struct Collections: Codable, Equatable {
        var id: Set<Int>
        var amount: [Int: String]
        var name: [String: [Word]]
        var at: [Word: Int]?
        var value: Range<Int>?
        var items: [[Double?]]
        static let sample = RandomJSON.object([
            ("id", .array([.literal("1")])), ("amount", .object([("1", .text("a"))])),
            ("name", .object([("1", .array([.text("one"), .text("two")]))])),
            ("at", .array([.text("one"), .literal("1")])),
            ("value", .array([.literal("0"), .literal("1")])), ("items", .array([.array([.literal("null")])])),
        ])
    }

    class Base: Decodable {
        let id: Int
        init(id: Int) { self.id = id }
    }

    /// A class that keeps its superclass apart, and one that keeps it under a name.
    final class Derived: Base, Equatable {
        let child: Base
        let name: String?
        private enum Keys: String, CodingKey { case name, child }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            name = try container.decodeIfPresent(String.self, forKey: .name)
            child = try Base(from: try container.superDecoder(forKey: .child))
            try super.init(from: try container.superDecoder())
        }

        static func == (one: Derived, other: Derived) -> Bool {
            one.id == other.id && one.child.id == other.child.id && one.name == other.name
        }
        static let sample = RandomJSON.object([
            ("name", .text("a")), ("child", .object([("id", .literal("1"))])),
            ("super", .object([("id", .literal("2"))])),
        ])
    }

    /// By hand: what synthesized code never asks.
    struct Manual: Decodable, Equatable {
        var found: [String] = []

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            // The other decoder gives them in the order of a dictionary.
            for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                found.append(
                    "\(Array(key.stringValue.unicodeScalars)) \(try container.decodeNil(forKey: key)) \(container.contains(key))"
                )
            }
            let inner = try container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "child"))
            found.append("\(try inner.decode(Int.self, forKey: Key(stringValue: "K")))")
            found.append("\(try inner.decodeIfPresent(String.self, forKey: Key(stringValue: "é")) ?? "-")")
            var items = try container.nestedUnkeyedContainer(forKey: Key(stringValue: "items"))
            found.append("\(items.count ?? -1)")
            while !items.isAtEnd {
                if try items.decodeNil() { continue }
                if (try? items.decode(UInt8.self)) != nil { continue }
                if var nested = try? items.nestedUnkeyedContainer() {
                    found.append("\(try nested.decode(Int.self)) \(nested.codingPath.count)")
                } else if let nested = try? items.nestedContainer(keyedBy: Key.self) {
                    found.append("\(nested.allKeys.count) \(items.currentIndex)")
                } else {
                    found.append(try String(from: items.superDecoder()))
                }
            }
            found.append("\(try items.decode(Int.self))")
        }

        static let sample = RandomJSON.object([
            ("id", .literal("null")), ("child", .object([("K", .literal("1")), ("e\u{301}", .text("a"))])),
            ("items", .array([.literal("1"), .array([.literal("2")]), .object([]), .text("a"), .literal("null")])),
        ])
    }

    /// What is there, whatever it is, found by trying.
    indirect enum Whatever: Decodable, Equatable {
        case null, flag(Bool), whole(Int), number(Decimal), text(String), array([Whatever]), object([String: Whatever])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .flag(value)
            } else if let value = try? container.decode(Int.self) {
                self = .whole(value)
            } else if let value = try? container.decode(Decimal.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else if let value = try? container.decode([Whatever].self) {
                self = .array(value)
            } else {
                self = .object(try container.decode([String: Whatever].self))
            }
        }
        static let sample = RandomJSON.array([.object([("a", .array([]))]), .literal("1.5"), .text("a")])
    }
}
