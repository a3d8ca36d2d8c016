import Runtime
package import Sockets

/// Where connections to brokers live: an event loop, which others may share.
package struct MQTTNetwork: Sendable {
    let loop: EventLoop

    package init(_ loop: EventLoop) { self.loop = loop }

    /// With a loop of its own, for as long as the body runs.
    package static func own<Success>(
        _ body: (MQTTNetwork) async throws(MQTTError) -> Success
    ) async throws(MQTTError) -> Success {
        let loop: EventLoop
        do throws(SocketError) { loop = try EventLoop(descriptorLimit: 64) } catch { throw MQTTError(error) }
        do throws(MQTTError) {
            let success = try await body(MQTTNetwork(loop))
            await loop.stop()
            return success
        } catch {
            await loop.stop()
            throw error
        }
    }

    func addresses(
        of options: MQTTOptions, until deadline: ContinuousClock.Instant
    ) async throws(MQTTError) -> [SocketAddress] {
        do throws(SocketError) {
            return try await Resolver.addresses(of: options.host, port: options.port, on: loop, until: deadline)
        } catch {
            throw MQTTError(error)
        }
    }
}
