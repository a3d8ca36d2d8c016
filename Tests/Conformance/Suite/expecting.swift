/// The failure of something that must fail.
func failure(
    of what: String, _ body: () async throws(ClientFailure) -> Void
) async throws -> ClientFailure {
    do throws(ClientFailure) { try await body() } catch {
        try require(!error.text.isEmpty, "\(what) fails without a word")
        return error
    }
    throw Disproof(description: "\(what) succeeded")
}

/// The failure of a client's start.
func startFailure(_ client: any ClientUnderTest) async throws -> ClientFailure {
    try await failure(of: "the start") { () async throws(ClientFailure) in try await client.start() }
}

/// The failure of a call.
func callFailure(
    _ client: any ClientUnderTest, _ method: String = "m", _ arguments: String...
) async throws -> ClientFailure {
    try await failure(of: "the call") { () async throws(ClientFailure) in
        _ = try await client.invoke(method, arguments, uploading: [])
    }
}

extension ClientFailure {
    /// Whether the client tells it as one of these; a client that does not tell kinds apart may.
    func isOne(of kinds: String...) -> Bool { kind.map { kinds.contains($0) } ?? true }

    func says(_ text: String) -> Bool { self.text.lowercased().contains(text.lowercased()) }
}

/// All items of a stream.
func items(_ stream: any StreamUnderTest) async throws -> [String] {
    try await within("end of a stream") {
        var items: [String] = []
        while let item = try await stream.next() { items.append(item) }
        return items
    }
}

/// How a stream fails, whatever comes before.
func streamFailure(_ stream: any StreamUnderTest) async throws -> ClientFailure {
    try await within("failure of a stream") {
        try await failure(of: "the stream") { () async throws(ClientFailure) in
            while try await stream.next() != nil {}
        }
    }
}
