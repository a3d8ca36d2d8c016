/// Parts of an address.
enum PageAddress {
    /// With everything escaped that means something in one.
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }

    /// With those of the parameters that say something.
    static func with(_ parameters: KeyValuePairs<String, String>, of path: String) -> String {
        let query = parameters.filter { !$0.value.isEmpty }.map { "\($0.key)=\(encoded($0.value))" }
        return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
    }
}
