/// Answers a request. Runs off the service thread; a thrown error becomes a 500 without detail.
public typealias HTTPHandler = @concurrent @Sendable (HTTPRequest) async throws -> HTTPResponse
