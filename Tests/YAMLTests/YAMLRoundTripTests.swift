import TestNumbers
import Testing
import YAML

@Suite("Any YAML")
struct YAMLRoundTripTests {
    private indirect enum Tree: Equatable {
        case text(String, isPlain: Bool)
        case list([Tree])
        case section([String: Tree])
    }

    private struct Writer {
        var numbers: SeededNumbers

        mutating func tree(depth: Int = 3) -> Tree {
            switch Int.random(in: 0..<(depth > 0 ? 4 : 2), using: &numbers) {
            case 0:
                return .text(
                    ["no", "22:00", "010", "a b", "x-é", "~", "1.20"].randomElement(using: &numbers) ?? "",
                    isPlain: true)
            case 1:
                return .text(
                    ["", "a: b", " # c", "日本", "'", "\"", "\\", "a\nb", "- "].randomElement(using: &numbers) ?? "",
                    isPlain: false)
            case 2: return .list((0..<Int.random(in: 1...3, using: &numbers)).map { _ in tree(depth: depth - 1) })
            default:
                let count = Int.random(in: 1...3, using: &numbers)
                return .section(
                    Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", tree(depth: depth - 1)) }))
            }
        }

        /// In blocks or in brackets, with comments where they may stand.
        mutating func text(_ tree: Tree, indent: String = "", isFlow: Bool = false) -> String {
            let isFlow = isFlow || Int.random(in: 0..<4, using: &numbers) == 0
            switch tree {
            case .text(let text, true): return " " + text
            case .text(let text, false):
                let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
                    "\n", with: "\\n")
                return Bool.random(using: &numbers) && !text.contains("\n")
                    ? " '" + text.replacing("'", with: "''") + "'" : " \"\(escaped)\""
            case .list(let items) where isFlow:
                return " [" + items.map { self.text($0, isFlow: true) }.joined(separator: ",") + " ]"
            case .section(let keys) where isFlow:
                return " {" + keys.map { "\($0):\(self.text($1, isFlow: true))" }.joined(separator: ", ") + " }"
            case .list(let items):
                return items.map { "\n\(indent)  # c\n\(indent)- " + self.text($0, indent: indent + "  ") }.joined()
            case .section(let keys):
                return keys.map { "\n\(indent)  \($0):" + self.text($1, indent: indent + "  ") }.joined()
            }
        }
    }

    private func tree(_ node: YAMLNode) -> Tree {
        switch node.content {
        case .scalar(let scalar): .text(scalar.text, isPlain: scalar.isPlain)
        case .sequence(let items): .list(items.map(tree))
        case .mapping(let entries): .section(Dictionary(uniqueKeysWithValues: entries.map { ($0.key, tree($0.value)) }))
        }
    }

    @Test("is read as it was meant, in blocks and in brackets")
    func roundTrip() throws {
        var writer = Writer(numbers: SeededNumbers(seed: 21))
        for _ in 0..<400 {
            let tree = writer.tree(), text = "root:" + writer.text(tree, indent: "")
            let document = try YAMLDocument(text, name: "t")
            #expect(document.mistakes.isEmpty)
            #expect(try self.tree(#require(document.root)) == .section(["root": tree]), "\(text)")
        }
    }

    @Test("ends in a tree or a message wherever it is cut")
    func cut() throws {
        var writer = Writer(numbers: SeededNumbers(seed: 22))
        for _ in 0..<40 {
            let bytes = Array(("root:" + writer.text(writer.tree())).utf8)
            for count in bytes.indices {
                let part = Array(bytes[..<count])
                if let document = try? YAMLDocument(bytes: part, name: "t") {
                    #expect(document.mistakes.isEmpty)
                }
            }
        }
    }
}
