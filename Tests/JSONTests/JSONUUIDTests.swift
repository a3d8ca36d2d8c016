import JSON
import Testing

@Suite("UUID in JSON")
struct JSONUUIDTests {
    private func value(_ text: String) throws -> (UInt128, Int) {
        try withBytes(text) { bytes throws(JSONError) in
            var cursor = JSONCursor()
            let value = try cursor.uuidValue(bytes)
            return (value, cursor.offset)
        }
    }

    @Test("reads both letter cases as one number, and moves behind the quote")
    func reads() throws {
        #expect(
            try value(#" "0b7a0001-2345-6789-abcd-ef0123456789" "#) == (0x0b7a_0001_2345_6789_abcd_ef01_2345_6789, 39))
        #expect(try value(#""ABCDEFab-cdef-ABCD-EFab-cdefABCDEFab""#).0 == 0xabcd_efab_cdef_abcd_efab_cdef_abcd_efab)
        #expect(try value(#""ffffffff-ffff-ffff-ffff-ffffffffffff""#).0 == .max)
    }

    @Test("refuses every other byte at every place, and every cut")
    func refuses() {
        let text = Array(#""0b7a0001-2345-6789-abcd-ef0123456789""#.utf8)
        for place in text.indices {
            for byte in UInt8.min...UInt8.max where byte != text[place] {
                var changed = text
                changed[place] = byte
                let isDigit = "0123456789abcdefABCDEF".utf8.contains(byte)
                let isWhole = isDigit && text[place] != UInt8(ascii: "-") && text[place] != UInt8(ascii: "\"")
                var cursor = JSONCursor()
                let isRead = (try? cursor.uuidValue(changed.span)) != nil
                #expect(isRead == isWhole, "\(byte) at \(place)")
            }
            var cursor = JSONCursor()
            let cut = try? cursor.uuidValue(text.span.extracting(..<place))
            #expect(cut == nil)
            #expect(cursor.offset == 0)
        }
    }
}
