import CSystemd

/// Reads and writes the body of an `sd_bus_message`.
///
/// Swift can't call the variadic `append` and `read`, so this walks values one by one.
@safe struct BusMessage {
    let pointer: OpaquePointer

    func append(_ value: BusValue) throws(BusError) {
        switch value {
        case .byte(let number): try append("y", number)
        case .boolean(let flag): try append("b", CInt(flag ? 1 : 0))  // a D-Bus Boolean is read as a C int
        case .int32(let number): try append("i", number)
        case .uint32(let number): try append("u", number)
        case .int64(let number): try append("x", number)
        case .uint64(let number): try append("t", number)
        case .double(let number): try append("d", number)
        case .string(let text): try append("s", text: text)
        case .objectPath(let path): try append("o", text: path)
        case .variant(let inner): try container("v", inner.signature, [inner])
        case .array(let element, let items): try container("a", element, items)
        case .structure(let fields): try container("r", fields.map(\.signature).joined(), fields)
        case .dictionary(let entry, let pairs):
            try unsafe check(sd_bus_message_open_container(pointer, Self.code("a"), "{\(entry)}"))
            for (key, value) in pairs { try container("e", entry, [key, value]) }
            try unsafe check(sd_bus_message_close_container(pointer))
        }
    }

    /// All values of the body.
    func values() throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while let value = try next() { values.append(value) }
        return values
    }

    private func append<Number: BitwiseCopyable>(_ code: Unicode.Scalar, _ number: Number) throws(BusError) {
        var number = number
        try unsafe check(sd_bus_message_append_basic(pointer, Self.code(code), &number))
    }

    /// Refused instead of cut: a C string ends at the first NUL.
    private func append(_ code: Unicode.Scalar, text: String) throws(BusError) {
        guard !text.utf8.contains(0) else { throw .invalid("text with a NUL") }
        try unsafe check(text.withCString { unsafe sd_bus_message_append_basic(pointer, Self.code(code), $0) })
    }

    private func container(_ code: Unicode.Scalar, _ signature: String, _ items: [BusValue]) throws(BusError) {
        try unsafe check(sd_bus_message_open_container(pointer, Self.code(code), signature))
        for item in items { try append(item) }
        try unsafe check(sd_bus_message_close_container(pointer))
    }

    private func next() throws(BusError) -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard try unsafe check(sd_bus_message_peek_type(pointer, &type, &contents)) > 0 else { return nil }
        let signature = unsafe contents.map { unsafe String(cString: $0) } ?? ""
        switch Unicode.Scalar(UInt8(bitPattern: type)) {
        case "y": return .byte(try read(type, 0))
        case "b": return .boolean(try read(type, CInt(0)) != 0)
        case "i": return .int32(try read(type, 0))
        case "u": return .uint32(try read(type, 0))
        case "x": return .int64(try read(type, 0))
        case "t": return .uint64(try read(type, 0))
        case "d": return .double(try read(type, 0))
        case "s", "g": return .string(try readText(type))
        case "o": return .objectPath(try readText(type))
        case "v": return .variant(try inside(type, signature) ?? .string(""))
        case "a" where signature.hasPrefix("{"):
            let pairs = try all(type, signature).map { entry in
                if case .structure(let pair) = entry { (pair[0], pair[1]) } else { (entry, entry) }
            }
            return .dictionary(
                of: String(signature.dropFirst().dropLast()), Dictionary(pairs, uniquingKeysWith: { $1 }))
        case "a": return .array(of: signature, try all(type, signature))
        case "r", "e": return .structure(try all(type, signature))
        default:
            try unsafe check(sd_bus_message_skip(pointer, nil))
            return .string("")
        }
    }

    private func all(_ type: CChar, _ signature: String) throws(BusError) -> [BusValue] {
        try unsafe check(sd_bus_message_enter_container(pointer, type, signature))
        let values = try values()
        try unsafe check(sd_bus_message_exit_container(pointer))
        return values
    }

    private func inside(_ type: CChar, _ signature: String) throws(BusError) -> BusValue? {
        try all(type, signature).first
    }

    private func read<Number: BitwiseCopyable>(_ type: CChar, _ zero: Number) throws(BusError) -> Number {
        var number = zero
        try unsafe check(sd_bus_message_read_basic(pointer, type, &number))
        return number
    }

    /// The text lives in the message; it is copied here.
    private func readText(_ type: CChar) throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        try unsafe check(sd_bus_message_read_basic(pointer, type, &text))
        return unsafe text.map { unsafe String(cString: $0) } ?? ""
    }

    @discardableResult
    private func check(_ result: Int32) throws(BusError) -> Int32 {
        guard result >= 0 else { throw BusError(errno: -result) }
        return result
    }

    private static func code(_ scalar: Unicode.Scalar) -> CChar {
        CChar(bitPattern: UInt8(ascii: scalar))
    }
}
