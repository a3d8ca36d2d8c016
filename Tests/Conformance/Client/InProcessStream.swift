import Runtime
import SignalRClient

/// A stream of our client.
actor InProcessStream: StreamUnderTest {
    /// `nil` when the consumer has gone, or while it waits.
    private var iterator: HubStream.Iterator?

    init(_ stream: HubStream) { iterator = stream.makeAsyncIterator() }

    func next() async throws(ClientFailure) -> String? {
        guard var iterator = iterator.take() else { return nil }
        do throws(HubError) {
            let item = try await iterator.next()
            self.iterator = iterator
            return item
        } catch {
            throw ClientFailure(error)
        }
    }

    func cancel() { iterator = nil }
}

extension ClientFailure {
    init(_ error: HubError) {
        self.init(kind: error.kind.rawValue, text: error.description, mayHaveRun: error.mayHaveRun)
    }
}

extension HubUpload {
    /// Items as the suite gives them.
    init(_ upload: Upload) {
        let steps = upload.steps
        self.init(
            json: AsyncThrowingStream<String, any Error>(unfolding: {
                switch try await steps.next("item to upload", within: .seconds(3600)) {
                case .item(let json): return json
                case .end: return nil
                case .fail(let text): throw ClientFailure(text: text)
                }
            }))
    }
}
