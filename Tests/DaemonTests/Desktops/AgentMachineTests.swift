import Glibc
import JSON
import Relay
import Store
import TestSupport
import Testing
import Values

@testable import Daemon
@testable import Systemd

@Suite("What an agent does")
struct AgentMachineTests {
    private typealias ID = DesktopNotifications.ID
    private let id = ID(number: 7)

    private func popup(_ name: String, alerts: [String] = ["a1"], link: String? = "https://f.example/") throws -> Popup
    {
        try Popup(
            JSONNode([
                "type": "popup", "delivery": .string(name), "alerts": .array(alerts.map { .string($0) }),
                "title": "Pocket money", "text": "Kite", "urgency": "normal", "icon": nil, "category": "x",
                "link": link.map { .string($0) } ?? nil, "labels": ["open": "Open", "seen": "Seen"],
            ]))
    }

    /// With one popup on the screen.
    private func shown() throws -> AgentMachine {
        var machine = AgentMachine(AgentMemory())
        #expect(machine.found(run: "r1") == [.remember] && machine.found(run: "r1").isEmpty)
        let popup = try popup("d1")
        #expect(machine.came(popup) == [.show(popup)])
        #expect(machine.shown(popup, as: id) == [.remember, .answer(delivery: "d1", isShown: true)])
        return machine
    }

    @Test("what it has shown it says again and shows no second time, also after its restart")
    func repeated() throws {
        var machine = try shown()
        #expect(try machine.came(popup("d1")) == [.answer(delivery: "d1", isShown: true)])
        var next = AgentMachine(machine.memory)
        #expect(try next.came(popup("d1")) == [.answer(delivery: "d1", isShown: true)])
    }

    @Test("a click opens the link and counts as seen, the button for that as well, and so does taking the popup away")
    func seen() throws {
        for (event, first) in [
            (DesktopNotifications.Event.actionInvoked(id, key: "default"), [.open("https://f.example/"), .close(id)]),
            (.actionInvoked(id, key: "seen"), [.close(id)]), (.closed(id, .dismissed), []),
        ] as [(DesktopNotifications.Event, [AgentMachine.Effect])] {
            var machine = try shown()
            #expect(
                machine.happened(event) == [.remember, .report] + first, "it is kept before anything else is tried")
            #expect(machine.memory.unsent == ["a1"])
            #expect(machine.happened(event).isEmpty, "it is gone")
            #expect(machine.reported(["a1"]) == [.remember] && machine.memory.unsent.isEmpty)
        }
    }

    @Test("the button that approves is told the watcher, once and also after a restart, and is as good as seen")
    func approved() throws {
        let labels: JSONValue = ["open": "Open", "seen": "Seen", "approve": "Approve"]
        let popup = try Popup(
            JSONNode([
                "type": "popup", "delivery": "d1", "alerts": ["a1"], "title": "Chore", "text": "Lawn",
                "urgency": "normal", "icon": nil, "category": "x", "link": nil, "labels": labels,
            ]))
        var machine = AgentMachine(AgentMemory())
        _ = machine.found(run: "r1")
        _ = machine.shown(popup, as: id)
        let click = DesktopNotifications.Event.actionInvoked(id, key: "approve")
        #expect(machine.happened(click) == [.remember, .report, .close(id)])
        #expect(machine.memory.unsentApprovals == ["a1"] && machine.memory.unsent == ["a1"])
        #expect(machine.happened(click).isEmpty, "it is gone")
        let folder = try TemporaryFolder()
        try machine.memory.write(to: "\(folder.path)/shown.json")
        #expect(AgentMemory(file: "\(folder.path)/shown.json").unsentApprovals == ["a1"])
        #expect(machine.reported(approved: "a1") == [.remember] && machine.memory.unsentApprovals.isEmpty)
        #expect(!machine.memory.isAllSent && machine.reported(["a1"]) == [.remember] && machine.memory.isAllSent)
        // Of a popup without the button nobody can have clicked it.
        var plain = try shown()
        _ = plain.happened(click)
        #expect(plain.memory.unsentApprovals.isEmpty)
    }

    @Test("that a popup ran out, or was taken away by a program, is no sign that anybody saw it")
    func unseen() throws {
        for reason in [DesktopNotifications.Reason.expired, .closedByCall, .undefined] {
            var machine = try shown()
            #expect(machine.happened(.closed(id, reason)) == [.remember] && machine.memory.unsent.isEmpty)
        }
    }

    @Test("what happens to other programs' popups, or under a new notification server, means nothing")
    func foreign() throws {
        var machine = try shown()
        #expect(machine.happened(.actionInvoked(ID(number: 8), key: "default")).isEmpty)
        #expect(machine.happened(.serverChanged) == [.remember])
        #expect(machine.happened(.actionInvoked(id, key: "default")).isEmpty && machine.memory.unsent.isEmpty)
    }

    @Test("after its restart it knows what is on the screen, as long as the same notification server runs")
    func restarted() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/shown.json"
        try shown().memory.write(to: path)
        let click = DesktopNotifications.Event.actionInvoked(id, key: "default")
        for (run, isKnown) in [("r1", true), ("r2", false), (nil, false)] as [(String?, Bool)] {
            var machine = AgentMachine(AgentMemory(file: path))
            #expect(machine.happened(click).isEmpty, "it may be a number of anybody's")
            #expect(machine.found(run: run) == (isKnown ? [] : [.remember]))
            #expect(machine.happened(click).isEmpty == !isKnown)
            #expect(machine.memory.unsent == (isKnown ? ["a1"] : []))
        }
        // Shown by a server that did not say which it was, and then did.
        var late = AgentMachine(AgentMemory())
        _ = (late.found(run: nil), try late.shown(popup("d1"), as: id), late.found(run: "r1"))
        #expect(!late.happened(click).isEmpty)
    }

    @Test("what was seen elsewhere goes away, unless something in it was not")
    func elsewhere() throws {
        var machine = try shown()
        _ = try machine.shown(popup("d2", alerts: ["a1", "a2"]), as: ID(number: 8))
        #expect(machine.seenElsewhere(["a1", "a9"]) == [.remember, .close(id)])
        #expect(machine.seenElsewhere(["a2", "a1"]) == [.remember, .close(ID(number: 8))])
        #expect(machine.seenElsewhere(["a1", "a2"]).isEmpty)
    }

    @Test("its memory has bounds, and a file that is none is begun anew")
    func memory() throws {
        var memory = AgentMemory()
        for number in 0..<3_000 {
            memory.wasShown(try popup("d\(number)"), as: ID(number: UInt32(number)))
            memory.wereSeen(["a\(number)", "a\(number)"])
        }
        #expect(memory.shown.count == 500 && memory.shown.last == "d2999")
        #expect(memory.screen.count == 64 && memory.screen.last?.delivery == "d2999")
        _ = memory.found(run: "r1")
        #expect(memory.unsent.count == 2_000 && memory.unsent.last == "a2999")
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/shown.json"
        try memory.write(to: path)
        #expect(AgentMemory(file: path) == memory)
        for text in ["", "{", "[]", #"{"shown":[7]}"#, #"{"shown":"x"}"#] {
            try PrivateFile.replace(path, with: Array(text.utf8))
            #expect(AgentMemory(file: path) == AgentMemory(), "\(text)")
        }
        try memory.write(to: path)
        chmod(path, 0o644)
        #expect(AgentMemory(file: path) == AgentMemory(), "others may have written it")
    }

    @Test("it waits longer each time, up to a minute, and never less than half of that")
    func pause() {
        var pause = AgentPause()
        let waits = (0..<8).map { _ in pause.next(1) }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
        #expect(pause.next(0) == .seconds(30))
    }

    @Test("a watcher is a socket or a server with TLS; a token over a plain connection is refused before it is sent")
    func address() throws {
        #expect(try WatcherAddress("/run/pocketbell/desktops.sock") == .service)
        #expect(try WatcherAddress("https://server:9465").text == "https://server:9465")
        for text in ["http://server:9465", "server:9465", "", "ftp://x", "/" + String(repeating: "x", count: 200)] {
            #expect(throws: (any Error).self, "\(text)") { try WatcherAddress(text) }
        }
    }

    @Test("watcher and token are kept for this user alone, and a file that others may read is refused")
    func access() throws {
        let folder = try TemporaryFolder()
        let place = StateFolder(folder.path)
        #expect(try AgentAccess(keptIn: place)?.watcher == nil)
        let access = AgentAccess(watcher: .service, certificate: "/x.pem", token: Secret("pocketbell-desktop-1-x"))
        try access.keep(in: place)
        let kept = try #require(try AgentAccess(keptIn: place))
        #expect(kept.watcher == .service && kept.certificate == "/x.pem")
        #expect(kept.token.withText { $0 } == "pocketbell-desktop-1-x" && !"\(kept)".contains("desktop-1"))
        chmod("\(folder.path)/watcher.json", 0o640)
        #expect(throws: DaemonError.self) { try AgentAccess(keptIn: place) }
    }
}
