/// An input whose first two bytes choose how the rest is cut, so that the fuzzer learns to cut where it hurts.
struct FuzzInput {
    /// Chooses a variant of the target.
    let choice: UInt8
    let payload: [UInt8]
    private let cuts: UInt8

    init(_ input: [UInt8]) {
        choice = input.first ?? 0
        cuts = input.dropFirst().first ?? 0
        payload = Array(input.dropFirst(2))
    }

    /// The payload in pieces of 1 to 16 bytes.
    var pieces: [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var state = cuts
        var rest = payload[...]
        while !rest.isEmpty {
            // A full period over the bytes, so that every length comes.
            state = state &* 5 &+ 1
            let count = min(Int(state >> 4) + 1, rest.count)
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}
