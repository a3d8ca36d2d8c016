import CSystemd
import Glibc
import Runtime

/// One open connection: its `sd_bus`, the calls in flight and the matches. Thread-confined.
@safe final class BusLink {
    /// What a C callback is given. The link's dictionaries keep it alive; C holds a bare pointer.
    @safe private final class Pending {
        let id: UInt
        unowned let link: BusLink
        let answer: Promise<[BusValue], any Error>
        var slot: OpaquePointer?

        init(_ id: UInt, _ link: BusLink, _ answer: Promise<[BusValue], any Error>) {
            self.id = id
            self.link = link
            self.answer = answer
        }
    }

    /// A subscription on this connection, with a slot for each of its matches.
    @safe private final class Attachment {
        let subscription: BusSubscription
        private var slots: [OpaquePointer]

        init(_ subscription: BusSubscription) {
            self.subscription = subscription
            unsafe slots = []
        }

        func add(_ slot: OpaquePointer) {
            unsafe slots.append(slot)
        }

        func detach() {
            unsafe slots.forEach { unsafe sd_bus_slot_unref($0) }
            unsafe slots = []
        }
    }

    private let bus: OpaquePointer
    private var pending: [UInt: Pending] = [:]
    private var attachments: [UInt: Attachment] = [:]

    init?(address: String?) {
        var bus: OpaquePointer?
        if let address {
            guard unsafe sd_bus_new(&bus) >= 0, let bus = unsafe bus else { return nil }
            guard unsafe sd_bus_set_address(bus, address) >= 0, unsafe sd_bus_set_bus_client(bus, 1) >= 0,
                unsafe sd_bus_start(bus) >= 0
            else {
                unsafe sd_bus_unref(bus)
                return nil
            }
            unsafe self.bus = unsafe bus
        } else {
            guard unsafe sd_bus_open_user(&bus) >= 0, let bus = unsafe bus else { return nil }
            unsafe self.bus = unsafe bus
        }
        unsafe sd_bus_set_exit_on_disconnect(bus, 0)
    }

    /// Handles everything that has arrived; false when the connection is gone.
    func process() -> Bool {
        while true {
            let result = unsafe sd_bus_process(bus, nil)
            if result < 0 { return false }
            if result == 0 { return unsafe sd_bus_is_open(bus) > 0 }
        }
    }

    var pollDescriptor: pollfd {
        unsafe pollfd(fd: sd_bus_get_fd(bus), events: Int16(clamping: sd_bus_get_events(bus)), revents: 0)
    }

    /// Milliseconds until sd-bus wants to be called without input (a call's timeout); -1 for never.
    var pollTimeout: Int32 {
        var deadline: UInt64 = 0
        guard unsafe sd_bus_get_timeout(bus, &deadline) >= 0, deadline != .max else { return -1 }
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1_000
        return deadline <= microseconds ? 0 : Int32(clamping: (deadline - microseconds) / 1_000 + 1)
    }

    func call(
        _ id: UInt, _ call: BusCall, _ timeout: Duration, _ answer: Promise<[BusValue], any Error>
    ) {
        let new = Pending(id, self, answer)
        do throws(BusError) {
            let message = try unsafe message(call)
            defer { unsafe sd_bus_message_unref(message) }
            let (seconds, attoseconds) = timeout.components
            let microseconds = UInt64(clamping: max(1_000, seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
            let result = unsafe sd_bus_call_async(
                bus, &new.slot, message, Self.answerArrived, Unmanaged.passUnretained(new).toOpaque(), microseconds)
            guard result >= 0 else { throw BusError(errno: -result) }
            pending[id] = new
        } catch {
            answer.keep(.failure(error))
        }
    }

    func cancel(_ id: UInt) {
        guard let call = pending.removeValue(forKey: id) else { return }
        unsafe sd_bus_slot_unref(call.slot)
        call.answer.keep(.failure(CancellationError()))
    }

    func subscribe(_ id: UInt, _ subscription: BusSubscription) {
        let new = Attachment(subscription)
        for match in subscription.matches {
            var slot: OpaquePointer?
            let result = unsafe sd_bus_match_signal_async(
                bus, &slot, match.sender, match.path, match.interface, match.name, Self.signalArrived, nil,
                Unmanaged.passUnretained(new).toOpaque())
            // It fails only when there is no memory or the match breaks the rules; then it brings nothing.
            if result >= 0, let slot = unsafe slot { unsafe new.add(slot) }
        }
        attachments[id] = new
    }

    func unsubscribe(_ id: UInt) {
        attachments.removeValue(forKey: id)?.detach()
    }

    /// Fails what is in flight. Slots go before the bus.
    func close() {
        for call in pending.values {
            unsafe sd_bus_slot_unref(call.slot)
            call.answer.keep(.failure(BusError.disconnected))
        }
        for attachment in attachments.values { attachment.detach() }
        pending = [:]
        attachments = [:]
        unsafe sd_bus_flush_close_unref(bus)
    }

    private func message(_ call: BusCall) throws(BusError) -> OpaquePointer {
        var message: OpaquePointer?
        let result = unsafe sd_bus_message_new_method_call(
            bus, &message, call.destination, call.path, call.interface, call.method)
        guard result >= 0, let message = unsafe message else { throw BusError(errno: -result) }
        do throws(BusError) {
            for argument in call.arguments { try unsafe BusMessage(pointer: message).append(argument) }
        } catch {
            unsafe sd_bus_message_unref(message)
            throw error
        }
        return unsafe message
    }

    private func finish(_ call: Pending, with message: OpaquePointer) {
        guard pending.removeValue(forKey: call.id) != nil else { return }
        unsafe sd_bus_slot_unref(call.slot)
        if let error = unsafe sd_bus_message_get_error(message) {
            unsafe call.answer.keep(.failure(BusError(error.pointee)))
        } else {
            do throws(BusError) {
                unsafe call.answer.keep(.success(try BusMessage(pointer: message).values()))
            } catch {
                call.answer.keep(.failure(error))
            }
        }
    }

    private static let answerArrived: sd_bus_message_handler_t = { message, context, _ in
        guard let message = unsafe message, let context = unsafe context else { return 0 }
        let call = unsafe Unmanaged<Pending>.fromOpaque(context).takeUnretainedValue()
        unsafe call.link.finish(call, with: message)
        return 1
    }

    private static let signalArrived: sd_bus_message_handler_t = { message, context, _ in
        guard let message = unsafe message, let context = unsafe context,
            let values = try? unsafe BusMessage(pointer: message).values()
        else { return 0 }
        func text(_ pointer: UnsafePointer<CChar>?) -> String {
            unsafe pointer.map { unsafe String(cString: $0) } ?? ""
        }
        let signal = unsafe BusSignal(
            path: text(sd_bus_message_get_path(message)), interface: text(sd_bus_message_get_interface(message)),
            name: text(sd_bus_message_get_member(message)), arguments: values)
        unsafe Unmanaged<Attachment>.fromOpaque(context).takeUnretainedValue().subscription.deliver(.signal(signal))
        // Zero: several subscriptions may want the same signal.
        return 0
    }
}
