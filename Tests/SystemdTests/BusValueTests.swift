import Glibc
import Observability
import Testing

@testable import Systemd

@Suite("Values of the bus")
struct BusValueTests {
    @Test(
        "each value has D-Bus's code, containers that of their elements",
        arguments: [
            (BusValue.byte(1), "y"), (.boolean(true), "b"), (.int32(1), "i"), (.uint32(1), "u"), (.int64(1), "x"),
            (.uint64(1), "t"),
            (.double(1), "d"), (.string(""), "s"), (.objectPath("/"), "o"), (.variant(.byte(1)), "v"),
            (.array(of: "(ss)", []), "a(ss)"),
            (.strings([]), "as"), (.options([:]), "a{sv}"), (.dictionary(of: "us", [:]), "a{us}"),
            (.structure([.byte(1), .structure([.string("")]), .strings(["a"])]), "(y(s)as)"),
        ])
    func signatures(value: BusValue, signature: String) {
        #expect(value.signature == signature)
    }

    @Test("a text is found in strings and paths, also inside a variant, and nowhere else")
    func texts() {
        #expect(BusValue.string("a").text == "a" && BusValue.objectPath("/a").text == "/a")
        #expect(BusValue.variant(.variant(.string("a"))).text == "a" && BusValue.variant(.byte(1)).text == nil)
        #expect(BusValue.strings(["a"]).text == nil && BusValue.uint32(1).text == nil)
    }

    @Test("a number is one of 32 bits without a sign, and elements are an array's")
    func numbers() {
        #expect(BusValue.uint32(.max).number == .max)
        for other in [BusValue.int32(1), .uint64(1), .byte(1), .variant(.uint32(1)), .string("1")] {
            #expect(other.number == nil)
        }
        #expect(
            BusValue.strings(["a", "b"]).items == [.string("a"), .string("b")] && BusValue.structure([]).items == nil)
        #expect(BusValue.options(["k": .byte(2)]) == .dictionary(of: "sv", [.string("k"): .variant(.byte(2))]))
    }

    @Test(
        "what the system says of a connection is told apart from what is wrong with a call",
        arguments: [
            ENOTCONN, ECONNRESET, ENOMEDIUM, ENOENT, ECONNREFUSED, EPIPE, ESHUTDOWN,
        ])
    func disconnected(code: Int32) {
        #expect(BusError(errno: code) == .disconnected)
    }

    @Test("other codes are a time limit or a mistake of ours")
    func otherCodes() {
        #expect(BusError(errno: ETIMEDOUT) == .timedOut)
        guard case .invalid(let reason) = BusError(errno: EINVAL) else {
            Issue.record("not invalid")
            return
        }
        #expect("\(BusError(errno: EINVAL))" == "the call breaks the rules of D-Bus: \(reason)" && !reason.isEmpty)
    }

    @Test(
        "every error says what happened",
        arguments: [
            (BusError.disconnected, "there is no connection to the session bus; is this a desktop session?"),
            (.timedOut, "the other side of the session bus does not answer"),
            (.remote(name: "a.B", message: "no"), "no (a.B)"),
            (.remote(name: "a.B", message: ""), "the call failed (a.B)"),
            (.overloaded, "too many calls wait for the session bus"),
            (.exhausted("no thread"), "no thread"),
        ])
    func sentences(error: BusError, sentence: String) {
        #expect("\(error)" == sentence)
    }

    @Test(
        "a popup's end has the protocol's four reasons, and others are the fourth",
        arguments: [
            (UInt32(1), DesktopNotifications.Reason.expired), (2, .dismissed), (3, .closedByCall), (4, .undefined),
            (0, .undefined), (5, .undefined),
        ])
    func reasons(number: UInt32, reason: DesktopNotifications.Reason) {
        let signal = BusSignal(
            path: "/", interface: "x", name: "NotificationClosed", arguments: [.uint32(9), .uint32(number)])
        #expect(DesktopNotifications.event(signal) == .closed(DesktopNotifications.ID(number: 9), reason))
    }

    @Test(
        "a signal with more or other arguments than the protocol's is none of its",
        arguments: [
            [BusValue.uint32(7)], [.uint32(7), .string("a"), .string("b")], [.int32(7), .string("a")], [],
            [.uint32(7), .uint32(7)],
        ])
    func strange(arguments: [BusValue]) {
        let signal = BusSignal(path: "/", interface: "x", name: "ActionInvoked", arguments: arguments)
        #expect(DesktopNotifications.event(signal) == nil)
    }

    @Test("urgencies have the protocol's numbers")
    func urgencies() {
        #expect([DesktopNotifications.Urgency.low, .normal, .critical].map(\.rawValue) == [0, 1, 2])
    }

    @Test(
        "a field's name begins with a letter in the journal and has nothing that journald drops",
        arguments: [
            (LogKey("7a"), "X7A"), (LogKey("_a"), "X_A"), (LogKey(".a.b_c9"), "X_A_B_C9"), (LogKey("z"), "Z"),
        ])
    func journalNames(key: LogKey, name: String) {
        #expect(JournalSink.name(key) == name)
    }
}
