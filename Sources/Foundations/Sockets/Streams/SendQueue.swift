import CLibWebSockets

/// Bytes on their way to the socket, in order, and since when it has taken none.
@safe struct SendQueue {
    /// What a write came to.
    enum Outcome {
        /// The kernel has everything.
        case drained
        /// The library calls back when the socket takes more.
        case full
        /// The library has noticed a dead socket: its close callback follows.
        case dead
    }

    /// Large enough for few system calls, small enough that what the library copies of a slice it could not send stays
    /// small.
    private static var sliceSize: Int { 64 * 1024 }

    /// Encrypted if there is TLS of ours.
    private var bytes: [UInt8] = []
    private var offset = 0
    /// Whether its user waits for the socket to take more, with nothing to be written yet.
    private var awaitsWritable = false
    /// When something was last known to move.
    private(set) var lastProgress = ContinuousClock.now

    var isEmpty: Bool { bytes.isEmpty }
    /// Whether the socket still has to take something for anybody.
    var isWaiting: Bool { !bytes.isEmpty || awaitsWritable }

    mutating func append(_ more: [UInt8]) {
        if bytes.isEmpty { bytes = more } else { bytes.append(contentsOf: more) }
    }

    mutating func clear() { (bytes, offset) = ([], 0) }

    /// The peer, or whoever waits for it, has begun anew.
    mutating func noteProgress() { lastProgress = .now }

    /// Its user begins to wait for the socket.
    mutating func awaitWritable() {
        // What was written may just have filled the socket: then there is no output whose progress could be missed, and a peer
        // that takes nothing must be found all the same.
        if !isWaiting { noteProgress() }
        awaitsWritable = true
    }

    /// The socket takes more.
    mutating func becameWritable() {
        noteProgress()
        awaitsWritable = false
    }

    /// Writes until the socket takes no more; the library then calls back when its own buffer is empty. Unlike other
    /// roles, a raw wsi may be written outside the writable callback and needs no headroom. What it could not send it
    /// copies, so the next slice waits until that copy is gone.
    mutating func write(to socket: LibraryHandle) -> Outcome {
        let wsi = unsafe socket.pointer
        while offset < bytes.count, unsafe lws_partial_buffered(wsi) == 0 {
            let (start, count) = (offset, min(bytes.count - offset, Self.sliceSize))
            let written = unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe bytes.baseAddress.map { unsafe clws_write_raw(wsi, $0 + start, count) } ?? -1
            }
            guard written >= count else { return .dead }
            offset += count
        }
        guard offset == bytes.count, unsafe lws_partial_buffered(wsi) == 0 else { return .full }
        clear()
        return .drained
    }
}
