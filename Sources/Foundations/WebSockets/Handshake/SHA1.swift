/// The digest that the opening handshake asks for (FIPS 180-4). It proves nothing and protects nothing there: it only shows
/// that the server understood. Nothing else may use it.
enum SHA1 {
    static func digest(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        padded.append(contentsOf: repeatElement(0, count: (120 - padded.count % 64) % 64))
        let bits = UInt64(message.count) * 8
        for shift in stride(from: UInt64(56), through: 0, by: -8) { padded.append(UInt8(bits >> shift & 0xFF)) }
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        for block in stride(from: 0, to: padded.count, by: 64) { mix(padded[block..<(block + 64)], into: &state) }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(word >> UInt32($0) & 0xFF) } }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = (0..<16).map { index in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[block.startIndex + 4 * index + $1]) }
        }
        for index in 16..<80 {
            let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
            words.append(rotated(word, by: 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let (choice, constant) = round(index, b, c, d)
            (a, b, c, d, e) = (rotated(a, by: 5) &+ choice &+ e &+ constant &+ word, a, rotated(b, by: 30), c, d)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func round(_ index: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (UInt32, UInt32) {
        switch index {
        case ..<20: ((b & c) | (~b & d), 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
    }

    private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
