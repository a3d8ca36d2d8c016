import CSQLite

extension Connection {
    /// Looks every 10,000 instructions (some 100 µs) whether the running job is to end.
    func installProgressHandler() {
        unsafe sqlite3_progress_handler(handle, 10_000, checkProgress, Unmanaged.passUnretained(self).toOpaque())
    }
}

private func checkProgress(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context = unsafe context else { return 0 }
    return unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().interruption?.isDue == true ? 1 : 0
}
