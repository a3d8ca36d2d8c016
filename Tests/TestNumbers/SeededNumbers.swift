/// The same numbers in each run, so that a failure can be repeated (SplitMix64).
package struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    /// - Parameter seed: any number; each has a sequence of its own.
    package init(seed: UInt64) { state = seed }

    /// The next number; all values are alike.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Whether something happens that does so in `percent` of all cases.
    package mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
