/// Base 64 written a second time, so that a test does not ask the code it looks at.
enum Base64Text {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

    static func of(_ bytes: [UInt8]) -> String {
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = Array(bytes[start..<min(start + 3, bytes.count)])
            let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[$1]) : 0) }
            for place in 0..<4 {
                text.append(place > group.count ? "=" : alphabet[bits >> (18 - 6 * place) & 63])
            }
        }
        return text
    }
}
