import Testing

@testable import SignalRProtocol

/// A value as JSON; everything must be read.
func json(of bytes: [UInt8], limit: Int = 1 << 20) throws -> String {
    var reader = MessagePackReader()
    var json: [UInt8] = []
    try reader.value(bytes.span, to: &json, limit: limit)
    #expect(reader.offset == bytes.count)
    return String(decoding: json, as: UTF8.self)
}

/// Why a value is refused.
func refusal(of bytes: [UInt8], limit: Int = 1 << 20) -> HubProtocolError.Kind? {
    var reader = MessagePackReader()
    var json: [UInt8] = []
    do throws(HubProtocolError) {
        try reader.value(bytes.span, to: &json, limit: limit)
        return nil
    } catch {
        return error.kind
    }
}

private func malformed(_ kind: MessagePackError.Kind, at offset: Int = 0) -> HubProtocolError.Kind {
    .malformedMessagePack(MessagePackError(kind, at: offset))
}

@Suite("MessagePack: reading values")
struct MessagePackReaderTests {
    @Test(
        "reads whole numbers of every width, exactly",
        arguments: [
            ([0x00], "0"), ([0x7F], "127"), ([0xE0], "-32"), ([0xFF], "-1"), ([0xCC, 0xFF], "255"),
            ([0xCC, 0x01], "1"),
            ([0xCD, 0xFF, 0xFE], "65534"), ([0xCE, 0xFF, 0xFF, 0xFF, 0xFF], "4294967295"),
            ([0xCF] + [UInt8](repeating: 0xFF, count: 8), "18446744073709551615"),
            ([0xCF, 0x00, 0x20, 0, 0, 0, 0, 0, 0x01], "9007199254740993"), ([0xD0, 0x80], "-128"), ([0xD0, 0x05], "5"),
            ([0xD1, 0x80, 0x00], "-32768"), ([0xD2, 0x80, 0, 0, 0], "-2147483648"),
            ([0xD3, 0x80, 0, 0, 0, 0, 0, 0, 0], "-9223372036854775808"),
            ([0xD3, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], "-2"),
        ] as [([UInt8], String)])
    func integers(_ bytes: [UInt8], _ text: String) throws { #expect(try json(of: bytes) == text) }

    @Test(
        "reads floating point by its shortest text",
        arguments: [
            (0.0, "0"), (-0.0, "-0.0"), (5.0, "5"), (-7.0, "-7"), (0.1, "0.1"), (12.34, "12.34"), (1e20, "1e+20"),
            (.leastNonzeroMagnitude, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
            (9007199254740992, "9007199254740992.0"),
        ] as [(Double, String)])
    func doubles(_ value: Double, _ text: String) throws {
        var writer = MessagePackWriter()
        writer.write(value)
        #expect(try json(of: writer.bytes) == text)
    }

    @Test("a 32-bit float gets no digits that nobody sent")
    func floats() throws {
        func bytes(_ value: Float) -> [UInt8] {
            [0xCA] + (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (24 - 8 * UInt32($0))) }
        }
        #expect(try json(of: bytes(0.1)) == "0.1")
        #expect(try json(of: bytes(3)) == "3")
        #expect(refusal(of: bytes(.infinity)) == malformed(.notFinite))
        #expect(refusal(of: bytes(.nan)) == malformed(.notFinite))
        #expect(refusal(of: [0xCB, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]) == malformed(.notFinite))
    }

    @Test("reads nil, booleans, strings of every width, binaries of every width")
    func texts() throws {
        #expect(try json(of: [0xC0]) == "null")
        #expect(try json(of: [0xC2]) == "false")
        #expect(try json(of: [0xC3]) == "true")
        for head: [UInt8] in [[0xA3], [0xD9, 3], [0xDA, 0, 3], [0xDB, 0, 0, 0, 3]] {
            #expect(try json(of: head + [0x61, 0xC3, 0xA9]) == "\"aé\"")
        }
        #expect(try json(of: [0xA6, 0x22, 0x5C, 0x0A, 0x1E, 0x7F, 0x00]) == #""\"\\\u000a\u001e\#u{7F}\u0000""#)
        for head: [UInt8] in [[0xC4, 4], [0xC5, 0, 4], [0xC6, 0, 0, 0, 4]] {
            #expect(try json(of: head + [0, 1, 2, 0xFF]) == "\"AAEC/w==\"")
        }
        #expect(try json(of: [0xC4, 0]) == "\"\"")
        #expect(try json(of: [0xC4, 3, 0xFB, 0xEF, 0xBE]) == "\"++++\"")
        #expect(try json(of: [0xC4, 2, 0xFF, 0xFF]) == "\"//8=\"")
        for bad: [UInt8] in [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0xAF]] {
            #expect(refusal(of: [0xA0 | UInt8(bad.count)] + bad) == malformed(.invalidUTF8, at: 1))
        }
    }

    @Test("reads arrays and maps of every width; whole numbers as names become strings")
    func containers() throws {
        for head: [UInt8] in [[0x92], [0xDC, 0, 2], [0xDD, 0, 0, 0, 2]] {
            #expect(try json(of: head + [0x01, 0x90]) == "[1,[]]")
        }
        for head: [UInt8] in [[0x82], [0xDE, 0, 2], [0xDF, 0, 0, 0, 2]] {
            #expect(try json(of: head + [0xA1, 0x61, 0x80, 0x07, 0xC0]) == #"{"a":{},"7":null}"#)
        }
        #expect(try json(of: [0x81, 0xD0, 0x80, 0x01]) == #"{"-128":1}"#)
        for key: [UInt8] in [[0xC0], [0xC3], [0x90], [0xC4, 0]] {
            #expect(refusal(of: [0x81] + key + [0x01]) == malformed(.invalidKey, at: 1))
        }
    }

    @Test("reads moments in their three widths")
    func moments() throws {
        #expect(try json(of: [0xD6, 0xFF, 0, 0, 0, 0]) == "\"1970-01-01T00:00:00Z\"")
        #expect(try json(of: [0xD6, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == "\"2106-02-07T06:28:15Z\"")
        // Half a second, and a second behind 2^33.
        #expect(try json(of: [0xD7, 0xFF, 0x77, 0x35, 0x94, 0x02, 0, 0, 0, 0]) == "\"2242-03-16T12:56:32.5Z\"")
        let early: [UInt8] = [0xC7, 12, 0xFF, 0, 0, 0, 1] + [UInt8](repeating: 0xFF, count: 8)
        #expect(try json(of: early) == "\"1969-12-31T23:59:59.000000001Z\"")
        #expect(refusal(of: [0xD6, 0x05, 0, 0, 0, 0]) == malformed(.unknownExtension(5)))
        #expect(refusal(of: [0xD4, 0xFF, 0]) == malformed(.invalidTimestamp))
        #expect(refusal(of: [0xD7, 0xFF] + [UInt8](repeating: 0xFF, count: 8)) == malformed(.invalidTimestamp))
        for far: [UInt8] in [[0x7F], [0x80]] {
            let bytes = [0xC7, 12, 0xFF, 0, 0, 0, 0] + far + [UInt8](repeating: 0, count: 7)
            #expect(refusal(of: bytes) == malformed(.invalidTimestamp))
        }
    }

    @Test("every beginning of a value is refused, whatever its kind")
    func beginnings() throws {
        let whole: [UInt8] =
            [0x9E, 0x01, 0xCC, 0xFF, 0xCD, 0, 1, 0xCE, 0, 0, 0, 1, 0xCF] + [0, 0, 0, 0, 0, 0, 0, 1]
            + [0xD0, 1, 0xCA, 0, 0, 0, 0, 0xCB] + [0, 0, 0, 0, 0, 0, 0, 0] + [0xA2, 0x61, 0x62, 0xC4, 1, 0, 0xD6, 0xFF]
            + [0, 0, 0, 0, 0x81, 0xA1, 0x61, 0x01, 0x91, 0x05, 0xDA, 0, 1, 0x61]
        _ = try json(of: whole)
        for count in 0..<whole.count { #expect(refusal(of: Array(whole[..<count])) != nil) }
    }

    @Test("a length of more than what is there is refused before anything is kept")
    func hostileLengths() {
        for head: UInt8 in [0xC6, 0xDB, 0xDD, 0xDF] {
            #expect(refusal(of: [head, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]) == malformed(.unexpectedEnd))
        }
        #expect(refusal(of: [0xC9, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == malformed(.unexpectedEnd))
        // Two names need four bytes.
        #expect(refusal(of: [0x82, 0xA0, 0x01, 0xA0]) == malformed(.unexpectedEnd))
        #expect(refusal(of: [0xC1]) == malformed(.invalidByte(0xC1)))
    }

    @Test("64 levels are read, one more is refused")
    func depth() throws {
        func nested(_ depth: Int, _ head: [UInt8]) -> [UInt8] { (0..<depth).flatMap { _ in head } + [0xC0] }
        for head: [UInt8] in [[0x91], [0x81, 0xA0]] {
            _ = try json(of: nested(64, head))
            #expect(refusal(of: nested(65, head)) == malformed(.tooDeep, at: 64 * head.count))
            #expect(refusal(of: nested(100_000, head)) == malformed(.tooDeep, at: 64 * head.count))
        }
    }

    @Test("JSON that becomes longer than the limit is refused")
    func expansion() throws {
        let controls = [0xD9, 100] + [UInt8](repeating: 0, count: 100)
        #expect(try json(of: controls, limit: 602).utf8.count == 602)
        #expect(refusal(of: controls, limit: 601) == .recordTooLong(limit: 601))
        #expect(
            refusal(of: [0xDC, 0, 100] + [UInt8](repeating: 0xC0, count: 100), limit: 300) == .recordTooLong(limit: 300)
        )
        #expect(refusal(of: [0xC4, 100] + [UInt8](repeating: 0, count: 100), limit: 100) == .recordTooLong(limit: 100))
    }
}
