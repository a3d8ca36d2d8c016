import JSON

/// Tree, scanner and typed reads agree about what JSON is, and what was read can be written and read again.
enum FuzzJSON {
    static func run(_ input: [UInt8]) throws {
        let tree = try? JSONValue(parsing: input)
        let fragment = try? JSONFragment(parsing: input)
        if let tree {
            try promise(fragment != nil, "the scanner refuses what the tree takes")
            let text = JSONFragment(tree)
            try promise(try JSONValue(parsing: text.bytes) == tree, "a tree changes when it is written and read")
            try promise(JSONFragment(try JSONValue(parsing: text.bytes)) == text, "writing is not stable")
        }
        if let fragment {
            // The tree is stricter in one thing only.
            if tree == nil { try promise(isRefusedForNames(input), "the tree refuses what the scanner takes") }
            try promise(try JSONFragment(parsing: fragment.bytes) == fragment, "a fragment changes when it is read")
        }
        try outline(input)
        try readTyped(input, isJSON: fragment != nil)
    }

    private static func outline(_ input: [UInt8]) throws {
        let bytes = input.span
        var (outlined, skipped) = (JSONCursor(), JSONCursor())
        var outline = JSONOutline()
        let isOutlined = (try? outline.read(bytes, &outlined)) != nil
        let isSkipped = (try? skipped.skipValue(bytes)) != nil
        try promise(isOutlined == isSkipped, "the outline and the scanner disagree about what JSON is")
        guard isOutlined else { return }
        try promise(outlined.offset == skipped.offset, "the outline and the scanner end at two places")
        try promise(outline.places[0].next == outline.places.count, "an outline goes on behind its value")
    }

    private static func isRefusedForNames(_ input: [UInt8]) -> Bool {
        do throws(JSONError) {
            _ = try JSONValue(parsing: input)
            return false
        } catch {
            return error.kind == .duplicateKey
        }
    }

    /// Each read at the start either takes one value of its type or leaves the rest of the program alone.
    private static func readTyped(_ input: [UInt8], isJSON: Bool) throws {
        guard (try? JSONText.validateUTF8(input.span)) != nil else { return }
        let bytes = input.span
        var cursor = JSONCursor()
        if let text = try? cursor.stringValue(bytes) {
            var again = JSONCursor()
            let written = JSONFragment(text).bytes
            try promise(try again.stringValue(written.span) == text, "a string changes when it is written and read")
        }
        cursor = JSONCursor()
        if let number = try? cursor.intValue(bytes) {
            var again = JSONCursor()
            try promise(try again.intValue(Array("\(number)".utf8).span) == number, "a whole number changes")
        }
        cursor = JSONCursor()
        if let decimal = try? cursor.decimalValue(bytes) {
            var again = JSONCursor()
            let written = JSONFragment(decimal).bytes
            try promise(try again.decimalValue(written.span) == decimal, "a decimal changes when it is written")
        }
        cursor = JSONCursor()
        _ = try? cursor.timestampValue(bytes)
        cursor = JSONCursor()
        if (try? cursor.bool(bytes)) != nil, (try? cursor.expectEnd(bytes)) != nil {
            try promise(isJSON, "a read takes what is not JSON")
        }
        cursor = JSONCursor()
        let keys = JSONKeys("type", "target", "arguments", "invocationId")
        if var reader = try? JSONObjectReader(bytes, &cursor) {
            while let key = try? reader.next(in: keys, bytes, &cursor) {
                _ = reader.has(key)
                guard (try? cursor.skipValue(bytes)) != nil else { break }
            }
        }
    }
}
