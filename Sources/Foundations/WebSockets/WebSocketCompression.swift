/// Compression of messages (permessage-deflate, RFC 7692): a client offers it, a server that has it too agrees.
///
/// > Important: The length of a compressed message tells what repeats in it. Whoever can have text of theirs put beside a secret,
/// > in one message or, with ``keepsContext``, in one connection, and sees how long the encrypted messages are, guesses the
/// > secret piece by piece (the attacks CRIME and BREACH). Compress only where that cannot be.
public struct WebSocketCompression: Sendable, Equatable {
    /// Bytes of a message below which it is sent as it is, because there is little to gain. What does not get shorter is sent
    /// as it is in any case.
    public var minimumBytes = 200
    /// Whether a message may refer to those before it, if the peer agrees: much shorter where small messages are alike. Each
    /// connection then holds, also while it is idle, 8 windows and 6 kB for sending and one window and 7 kB for receiving: 50 kB
    /// with 12 bits, 310 kB with 15. Without it an idle connection holds nothing.
    public var keepsContext: Bool
    /// The window, that is how far back a message refers, has 2 to that power bytes: 9...15. The peer is asked to keep to it too.
    public var windowBits: Int {
        didSet {
            precondition((9...15).contains(windowBits), "windowBits is \(windowBits): 9...15 are possible")
        }
    }

    /// With a window that fits: the largest where nothing is kept, one of 12 bits where it is, since small messages that are alike
    /// gain nearly as much from it as from a larger one.
    public init(keepsContext: Bool = false) {
        self.keepsContext = keepsContext
        windowBits = keepsContext ? 12 : 15
    }
}
