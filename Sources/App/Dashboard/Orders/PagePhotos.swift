package import Control
import Runtime

/// Makes photos that come from browsers ready to be sent to a server, one after the other: each takes a processor for up to a second.
package struct PagePhotos: Sendable {
    /// Bytes of one, as a camera writes it.
    package static let limit = 16 << 20

    private let work = HeavyWork("photo", most: 4)
    private let prepare: @Sendable ([UInt8]) -> Result<[UInt8], ControlAnswer.Refusal>

    /// - Parameter prepare: makes what may be sent of a file, or says why not.
    package init(_ prepare: @escaping @Sendable ([UInt8]) -> Result<[UInt8], ControlAnswer.Refusal>) {
        self.prepare = prepare
    }

    /// - Returns: `nil` where too many come at once.
    /// - Throws: what is wrong with the file.
    func prepared(_ file: [UInt8]) async throws(ControlAnswer.Refusal) -> [UInt8]? {
        try await work.run { [prepare] in prepare(file) }?.get()
    }
}
