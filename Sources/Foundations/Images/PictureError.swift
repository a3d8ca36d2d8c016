/// Why a picture is not taken. The descriptions go on after the name of the file: "chores.jpg is damaged: …".
package enum PictureError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It begins like no kind of picture that is known here.
    case notAPicture
    /// It is a picture of a kind that can't be read here.
    case otherKind(PictureKind)
    /// The file ends before the picture does.
    case cutShort
    /// What stands in it can't be: the reason, in the library's words or ours.
    case damaged(String)
    /// To decode it would take more memory than a picture is worth: see ``JPEGPicture/mostWorkingBytes``.
    case tooManyPixels(PixelSize)
    /// It stays larger than asked for at every size and quality that is tried.
    case staysTooLarge(limit: Int)
    /// The library could not begin: out of memory.
    case noMemory

    /// What is said after the file's name; the next step is in it where there is one.
    package var description: String {
        switch self {
        case .notAPicture: "is not a picture. A JPEG picture is needed"
        case .otherKind(let kind):
            "is a \(kind.rawValue) picture, and only JPEG pictures can be made small and free of what they tell about "
                + "where they were taken. Save it as JPEG first"
        case .cutShort: "ends in the middle of the picture. Copy it once more"
        case .damaged(let reason): "is damaged (\(reason)). Open it, and save it once more"
        case .tooManyPixels(let size):
            "has \(size) pixels, more than can be read here. Make it smaller first"
        case .staysTooLarge(let limit): "can't be made as small as \(limit) bytes. Make it smaller first"
        case .noMemory: "could not be read, for there is no memory left. Try again later"
        }
    }
}
