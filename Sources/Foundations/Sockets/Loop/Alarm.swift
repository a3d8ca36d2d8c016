import CLibWebSockets

/// The one timer of a loop in the library's own list, set to the earliest of the loop's timers. Service thread only.
@safe final class Alarm {
    private let record = UnsafeMutablePointer<clws_alarm>.allocate(capacity: 1)
    init() { unsafe record.initialize(to: clws_alarm()) }

    deinit { unsafe record.deallocate() }

    /// Called once, before the thread starts. The pointer is not used after `clear`, and the loop calls that as it ends.
    func setOwner(_ loop: EventLoop) {
        unsafe record.pointee.owner = unsafe Unmanaged.passUnretained(loop).toOpaque()
    }

    func set(after delay: Duration, in context: LibraryHandle) {
        // 0 would be "never", and the list's clock is in microseconds: the alarm must not ring just before the time.
        let microseconds = max(1, delay.microseconds + 1)
        unsafe lws_sul_schedule(context.pointer, 0, &record.pointee.sul, alarmRings, microseconds)
    }

    func clear(in context: LibraryHandle) {
        unsafe lws_sul_schedule(context.pointer, 0, &record.pointee.sul, nil, -1)
    }
}

/// Runs on the service thread, before `lws_service` sleeps.
private func alarmRings(_ sul: UnsafeMutablePointer<lws_sorted_usec_list>?) {
    guard let owner = unsafe clws_alarm_owner(sul) else { return }
    unsafe Unmanaged<EventLoop>.fromOpaque(owner).takeUnretainedValue().fireTimers()
}
