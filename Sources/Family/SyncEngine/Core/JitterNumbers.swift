/// Random numbers for delays, from a seed: a core that was given the same one decides the same.
///
/// SplitMix64: good enough to keep a fleet from coming back in step, and for nothing secret.
struct JitterNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// - Parameter seed: another one for each program that runs.
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// 0 up to but not including 1.
    mutating func fraction() -> Double { Double.random(in: 0..<1, using: &self) }
}
