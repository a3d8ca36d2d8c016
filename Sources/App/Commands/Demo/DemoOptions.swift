/// How the demo runs.
package struct DemoOptions: Sendable {
    /// `nil`: until somebody stops it.
    let duration: Duration?
    let port: Int
    let seed: Int

    /// - Parameters:
    ///   - port: of the simulated server; 0 is any free one.
    ///   - seed: the same seed makes the same family live the same life.
    package init(duration: Duration?, port: Int, seed: Int) {
        self.duration = duration
        self.port = port
        self.seed = seed
    }
}
