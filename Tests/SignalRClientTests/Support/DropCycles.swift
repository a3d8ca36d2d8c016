import Glibc
import HTTPServer
import SignalRClient
import SignalRProtocol
import Synchronization
import TestWaiting
import WebSockets

@testable import Sockets

/// A connection that is dropped as soon as it is made, again and again: what a process is left with. For a process of its own,
/// because it looks at the whole process.
enum DropCycles {
    /// What could grow.
    struct Footprint: CustomStringConvertible {
        let kilobytes: Int
        let descriptors: Int
        let threads: Int
        let timers: Int

        var description: String {
            "\(kilobytes) kB, \(descriptors) descriptors, \(threads) threads, \(timers) timers"
        }
    }

    #if DEBUG
        static let cycles = 300
    #else
        static let cycles = 1_000
    #endif

    /// Ends the process with a failure when something grows.
    static func run() async {
        do { try await measure() } catch {
            print(error)
            exit(2)
        }
    }

    private static func measure() async throws {
        let loop = try EventLoop()
        let connected = Atomic(0)
        let server = HTTPServer(on: loop) { _ in
            .webSocket { socket in
                try await socket.send("{}\u{1E}")
                // The handshake, and the ping behind it: then the client is connected.
                var pings = 0
                for try await message in socket.messages {
                    pings += message.text.split(separator: "\u{1E}").count
                    if pings >= 2 { break }
                }
                connected.add(1, ordering: .relaxed)
                socket.abort()
            }
        }
        guard case .address(_, let port) = try await server.listen(on: .address("127.0.0.1", port: 0)) else { return }
        var options = HubConnectionOptions()
        options.skipsNegotiation = true
        options.transports = [.webSockets]
        options.reconnect = .custom { _ in .zero }
        options.reconnect.stableAfter = .zero
        let network = HubNetwork(loop: loop, http: TestNetwork.http)
        let connection = HubConnection("http://127.0.0.1:\(port)/hub", options: options, network: network)
        func dropped(_ count: Int) async throws {
            try await eventually("\(connected.load(ordering: .relaxed)) of \(count)", within: .seconds(600)) {
                connected.load(ordering: .relaxed) >= count
            }
        }
        try await connection.start()
        try await dropped(cycles / 3)
        let before = await footprint(of: loop)
        try await dropped(cycles)
        let after = await footprint(of: loop)
        await connection.stop()
        await server.stop(within: .seconds(2))
        loop.shutdown()
        print("after \(cycles / 3) cycles: \(before); after \(cycles): \(after)")
        // A sanitizer keeps what is freed.
        let room = unsafe getenv("POCKETBELL_SANITIZER") == nil ? 2_048 : Int.max / 2
        let hasGrown =
            after.kilobytes > before.kilobytes + room || after.descriptors > before.descriptors + 4
            || after.threads > before.threads + 1 || after.timers > before.timers + 8
        if hasGrown { exit(1) }
    }

    private static func footprint(of loop: EventLoop) async -> Footprint {
        let pages = words("/proc/self/statm").dropFirst().first.flatMap { Int($0) } ?? 0
        let timers = await withCheckedContinuation { count in
            _ = loop.post { count.resume(returning: $0.timers.count) }
        }
        return Footprint(
            kilobytes: pages * 4, descriptors: entries("/proc/self/fd"), threads: entries("/proc/self/task"),
            timers: timers)
    }

    private static func words(_ path: String) -> [Substring] {
        guard let file = unsafe fopen(path, "r") else { return [] }
        defer { unsafe fclose(file) }
        var text = ""
        while case let byte = unsafe fgetc(file), byte >= 0 { text.unicodeScalars.append(Unicode.Scalar(UInt8(byte))) }
        return text.split(separator: " ")
    }

    private static func entries(_ path: String) -> Int {
        guard let folder = unsafe opendir(path) else { return 0 }
        defer { unsafe closedir(folder) }
        var count = 0
        while unsafe readdir(folder) != nil { count += 1 }
        return count
    }
}
