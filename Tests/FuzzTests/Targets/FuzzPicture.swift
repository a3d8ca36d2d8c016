import Images

/// Pictures: what is taken comes out small and without anything that was not decoded, and can be taken once more.
enum FuzzPicture {
    private static let limits = PictureLimits(bytes: 20_000, side: 64)

    static func run(_ input: [UInt8]) throws {
        guard let picture = try? JPEGPicture(input) else { return }
        // What is larger says nothing else, and takes long.
        guard picture.size.longerSide <= 512 else { return }
        guard let small = try? picture.shrunk(to: limits) else { return }
        try promise(small.count <= limits.bytes, "a picture is larger than it may be")
        guard let taken = try? JPEGPicture(small) else { throw BrokenPromise("what was made is no picture") }
        try promise(taken.size.longerSide <= limits.side, "a picture has a longer side than it may have")
        try promise(
            taken.size.width <= picture.size.width && taken.size.height <= picture.size.height, "a picture has grown")
        try promise(taken.isBare, "what a camera wrote is kept")
        try promise((try? taken.shrunk(to: limits)) != nil, "what was made can't be taken")
    }
}
