import SignalRProtocol

/// An event stream means the same however the network cuts it, and never brings more than came.
enum FuzzEventStream {
    static func run(_ input: [UInt8]) throws {
        let input = FuzzInput(input)
        let whole = read([input.payload[...]])
        try promise(whole == read(input.pieces), "the data of events depends on how the bytes are cut")
        try promise(whole.count <= input.payload.count, "more comes out than went in")
        try promise(!whole.contains(0x0D), "a line end comes out as data")
    }

    private static func read(_ pieces: [ArraySlice<UInt8>]) -> [UInt8] {
        var decoder = EventStreamDecoder()
        var data: [UInt8] = []
        for piece in pieces {
            let bytes = Array(piece)
            decoder.append(bytes.span, to: &data)
        }
        return data
    }
}
