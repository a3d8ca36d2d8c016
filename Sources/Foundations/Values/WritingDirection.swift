extension Unicode.Scalar {
    /// Whether it sets or turns the direction of writing and is not seen itself (UAX #9, table 4): a text with one can show its letters
    /// in another order than they are read in.
    package var turnsDirection: Bool {
        switch value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
