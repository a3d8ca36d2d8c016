import Glibc
import Runtime
import Testing

@Suite struct SleepTests {
    @Test("remembers a wake-up that comes before the sleep, once")
    func parker() {
        let parker = Parker()
        parker.unpark()
        parker.unpark()
        #expect(parker.park(for: .seconds(20)))
        #expect(!parker.park(for: .milliseconds(5)))
        #expect(!parker.park(for: .seconds(-1)))
    }

    @Test("is readable from signal to clear")
    func descriptor() throws {
        let event = try EventDescriptor()
        var polled = [pollfd(fd: event.descriptor, events: Int16(POLLIN), revents: 0)]
        event.clear()
        #expect(poll(&polled, 1, 0) == 0)
        event.signal()
        event.signal()
        #expect(poll(&polled, 1, 0) == 1)
        event.clear()
        #expect(poll(&polled, 1, 0) == 0)
    }
}
