import Glibc
import Testing

/// A statement as it stands in the source code.
struct DeclaredStatement {
    struct Unreadable: Error, CustomStringConvertible { let description: String }

    let name: String
    let sql: String
    let file: String

    /// Every `Query` and `Update` that is declared below the folder. One that cannot be read is an error: none may
    /// escape.
    static func all(below folder: String) throws -> [DeclaredStatement] {
        try files(below: folder).flatMap { try declared(in: text($0), file: String($0.dropFirst(folder.count + 1))) }
    }

    /// The text of the first multi-line literal that follows the name, without its indentation.
    static func literal(after name: String, in path: String) throws -> String {
        let source = try text(path)
        guard let start = source.range(of: name)?.upperBound else { throw Unreadable(description: path) }
        var rest = source[start...].drop { $0 != "\"" }
        guard let value = takeLiteral(&rest) else { throw Unreadable(description: path) }
        return value
    }

    /// `Sources/Family/Store` of this checkout.
    static var folder: String { sources + "/Family/Store" }
    static var sources: String { #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/Sources" }

    private static func declared(in source: String, file: String) throws -> [DeclaredStatement] {
        var found: [DeclaredStatement] = []
        var rest = source[...]
        while let word = rest.firstMatch(of: /\b(Query|Update|PlainUpdate)\b/) {
            let line =
                source[..<word.range.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
            rest = rest[word.range.upperBound...]
            let isComment = line.contains("//")
            let isList = line.last == "["
            skipTypeArguments(&rest)
            guard !isComment, !isList, rest.first == "(" else {
                guard !isComment, !isList, line.contains("static let") else { continue }
                throw Unreadable(description: "\(file): \(line)\(word.0)…: write the statement as one expression")
            }
            rest = rest.dropFirst()
            guard let name = takeLiteral(&rest), let sql = takeLiteral(&rest) else {
                throw Unreadable(description: "\(file): \(line)\(word.0)…: name and text have to be literals")
            }
            found.append(DeclaredStatement(name: name, sql: sql, file: file))
        }
        return found
    }

    private static func skipTypeArguments(_ rest: inout Substring) {
        guard rest.first == "<" else { return }
        var depth = 0
        while let character = rest.popFirst() {
            depth += character == "<" ? 1 : character == ">" ? -1 : 0
            if depth == 0 { return }
        }
    }

    /// A string literal behind white space and commas.
    private static func takeLiteral(_ rest: inout Substring) -> String? {
        rest = rest.drop { $0.isWhitespace || $0 == "," }
        let mark = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        guard rest.hasPrefix(mark) else { return nil }
        rest = rest.dropFirst(mark.count)
        guard let end = rest.range(of: mark) else { return nil }
        let value = rest[..<end.lowerBound]
        rest = rest[end.upperBound...]
        guard mark.count == 3 else { return String(value) }
        // The closing mark's indentation is every line's.
        let indentation = value.reversed().prefix { $0 == " " }.count
        return value.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
            .map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
    }

    private static func files(below folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names.sorted().filter { !$0.hasPrefix(".") }.flatMap { name in
            name.hasSuffix(".swift") ? [folder + "/" + name] : files(below: folder + "/" + name)
        }
    }

    private static func text(_ path: String) throws -> String {
        guard let file = fopen(path, "r") else { throw Unreadable(description: "cannot read \(path)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk.prefix(count) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension StringProtocol {
    /// Where the text first occurs.
    func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
