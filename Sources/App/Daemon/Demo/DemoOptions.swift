/// How the demo runs.
package struct DemoOptions: Sendable {
    /// `nil`: until somebody stops it.
    let duration: Duration?
    let port: Int
    let seed: Int

    package init(duration: Duration?, port: Int, seed: Int) {
        self.duration = duration
        self.port = port
        self.seed = seed
    }
}
