extension [UInt8] {
    /// Moves the content out and leaves an empty array.
    mutating func takeAll() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &self)
        return taken
    }
}
