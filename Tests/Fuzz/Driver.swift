import Glibc

/// What libFuzzer calls. The target is named by the environment, so that one program serves all.
private let target: FuzzTarget = {
    guard let name = unsafe getenv("FUZZ_TARGET").map({ unsafe String(cString: $0) }),
        let target = FuzzTarget(rawValue: name)
    else { fatalError("FUZZ_TARGET is none of \(FuzzTarget.allCases.map(\.rawValue))") }
    return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try unsafe target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError("\(error)")
    }
    return 0
}
