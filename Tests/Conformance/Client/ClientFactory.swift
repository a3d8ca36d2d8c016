import TestSupport

/// Makes the client that this run judges: ours, or the program named by `POCKETBELL_CONFORMANCE_DRIVER`.
enum ClientFactory {
    static let driver = RealParts.environment("POCKETBELL_CONFORMANCE_DRIVER")

    static var isOurs: Bool { driver == nil }

    /// Added to the name of the run's file.
    static var suffix: String { driver == nil ? "" : "-driver" }

    static func make(_ options: ClientOptions) async throws -> any ClientUnderTest {
        if let driver { return try await DriverClient(driver, options) }
        return try InProcessClient(options)
    }
}
