/// What a new thread needs, in one object that travels through `pthread_create`.
final class ThreadStart: Sendable {
    let name: String
    let exit: ThreadExit
    let body: @Sendable () -> Void

    init(name: String, exit: ThreadExit, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.exit = exit
        self.body = body
    }
}
