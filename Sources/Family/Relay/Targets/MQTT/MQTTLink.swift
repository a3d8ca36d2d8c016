import HTTPClient
import MQTT
import Runtime
import Values

/// A broker, and as whom it is used there.
struct MQTTPlace: Sendable {
    let options: MQTTOptions
    /// Which addresses may be connected to.
    let addresses: AddressPolicy
    /// Where it says whether this program is there.
    let status: MQTTTopic

    static let online = Array("online".utf8)
    static let offline = Array("offline".utf8)

    func isSame(as other: MQTTPlace) -> Bool {
        (options.host, options.port, options.clientID) == (
            other.options.host, other.options.port, other.options.clientID
        )
            && options.isEncrypted == other.options.isEncrypted && options.user == other.options.user
            && options.certificateAuthorities == other.options.certificateAuthorities
            && addresses == other.addresses && status == other.status
            && options.password?.withText { $0 } == other.options.password?.withText { $0 }
    }

    /// One that says `offline` for this program when it is gone without a word.
    var lasting: MQTTOptions {
        var options = options
        options.will = .init(status, Self.offline, isRetained: true)
        return options
    }

    /// One of no consequence, beside the lasting one.
    var passing: MQTTOptions {
        var options = options
        options.clientID = "pbtest" + String((0..<12).map { _ in "0123456789abcdef".randomElement() ?? "0" })
        return options
    }

    func allows(_ address: String) -> Bool { IPAddress(address).map { addresses.allows($0) } ?? false }
}

/// The connection to one broker: one that lasts while states are kept there, else one for each message.
actor MQTTLink {
    nonisolated let place: MQTTPlace
    /// Rung when there is a connection, when it has ended, and when a message has come.
    nonisolated let bell = Bell()
    private let network: MQTTNetwork?
    private var isLasting = false
    private var connection: MQTTConnection?
    /// Who comes while it is made waits for the same.
    private var opening: Promise<MQTTConnection, MQTTError>?

    /// For the broker's answer to the last word.
    private static let farewellLimit = Duration.seconds(2)

    init(_ place: MQTTPlace, on network: MQTTNetwork?) { (self.place, self.network) = (place, network) }

    /// Publishes and waits until the broker has taken it.
    func publish(_ message: MQTTMessage) async throws(MQTTError) -> MQTTReason {
        guard isLasting else { return try await visit(message) }
        return try await connected().publish(message)
    }

    private func visit(_ message: MQTTMessage) async throws(MQTTError) -> MQTTReason {
        guard let network else {
            return try await MQTTNetwork.own { network throws(MQTTError) in try await self.visit(message, by: network) }
        }
        return try await visit(message, by: network)
    }

    private func visit(_ message: MQTTMessage, by network: MQTTNetwork) async throws(MQTTError) -> MQTTReason {
        let connection = try await MQTTConnection.open(place.passing, on: network, allows: place.allows)
        do throws(MQTTError) {
            let reason = try await connection.publish(message)
            await connection.close()
            return reason
        } catch {
            await connection.close()
            throw error
        }
    }

    /// Beside whatever lasts, for as long as the work takes: nobody sees this program as there.
    func visit(_ work: @Sendable (MQTTConnection) async throws -> Void) async throws {
        guard let network else { throw MQTTError(.closed, "there is no network for it") }
        let connection = try await MQTTConnection.open(place.passing, on: network, allows: place.allows)
        do {
            try await work(connection)
            await connection.close()
        } catch {
            await connection.close()
            throw error
        }
    }

    /// Keeps a connection from now on: from its first on who subscribes sees this program as there.
    func last() { isLasting = true }

    /// The one there is; `nil` while there is none.
    var current: MQTTConnection? { connection.flatMap { $0.end == nil ? $0 : nil } }

    /// The one there is, or a new one.
    func connected() async throws(MQTTError) -> MQTTConnection {
        if let current { return current }
        if let opening {
            guard let outcome = await opening.outcomeUnlessCancelled() else { throw MQTTError(.closed, "interrupted") }
            return try outcome.get()
        }
        let promise = Promise<MQTTConnection, MQTTError>()
        opening = promise
        do throws(MQTTError) {
            let new = try await open()
            (connection, opening) = (new, nil)
            promise.keep(.success(new))
            bell.ring()
            return new
        } catch {
            var error = error
            // What was to be sent over it has not been.
            error.mayHaveArrived = false
            opening = nil
            promise.keep(.failure(error))
            throw error
        }
    }

    private func open() async throws(MQTTError) -> MQTTConnection {
        guard let network else { throw MQTTError(.closed, "there is no network for it") }
        let new = try await MQTTConnection.open(place.lasting, on: network, bell: bell, allows: place.allows)
        do throws(MQTTError) {
            try await new.publish(MQTTMessage(place.status, MQTTPlace.online, isRetained: true))
        } catch {
            await new.close()
            throw error
        }
        guard isLasting else {
            await farewell(new, MQTTPlace.offline)
            throw MQTTError(.closed, "the connection was closed")
        }
        return new
    }

    /// Lets go of the connection.
    ///
    /// - Parameter word: what the broker keeps to say of this program; without bytes, nothing.
    func leave(saying word: [UInt8]) async {
        isLasting = false
        if let current { await farewell(current, word) }
        connection = nil
    }

    private func farewell(_ connection: MQTTConnection, _ word: [UInt8]) async {
        let message = MQTTMessage(place.status, word, isRetained: true)
        let isTaken = await withTimeLimit(Self.farewellLimit) { (try? await connection.publish(message)) != nil }
        // Without its answer the broker had better say it itself, by the will.
        if isTaken == true { await connection.close() } else { await connection.drop() }
    }
}
