import Testing

@testable import SignalRServer

@Suite("Hub directory")
struct HubDirectoryTests {
    private var directory: HubDirectory<Int> {
        var directory = HubDirectory<Int>()
        directory.add(1, id: "a", user: "mum")
        directory.add(2, id: "b", user: "mum")
        directory.add(3, id: "c", user: nil)
        directory.add(4, id: "d", user: "child")
        directory.join("a", "family")
        directory.join("c", "family")
        directory.join("c", "cooks")
        directory.join("d", "cooks")
        return directory
    }

    @Test(
        "finds whom a message is for",
        arguments: [
            (HubRecipients.all, [1, 2, 3, 4]),
            (.allExcept(["b"]), [1, 3, 4]), (.allExcept([]), [1, 2, 3, 4]), (.allExcept(["x"]), [1, 2, 3, 4]),
            (.connection("b"), [2]), (.connection("x"), []),
            (.connections(["b", "a", "b", "x"]), [1, 2]), (.connections([]), []),
            (.user("mum"), [1, 2]), (.user("x"), []),
            (.users(["mum", "child", "mum", "x"]), [1, 2, 4]), (.users([]), []),
            (.group("family"), [1, 3]), (.group("x"), []),
            (.group("family", except: ["a"]), [3]), (.group("family", except: ["d", "x"]), [1, 3]),
            (.group("x", except: ["a"]), []),
            // Once, though it is in both.
            (.groups(["family", "cooks"]), [1, 3, 4]), (.groups(["cooks", "cooks", "x"]), [3, 4]), (.groups([]), []),
        ])
    func find(_ recipients: HubRecipients, _ expected: [Int]) {
        #expect(directory.find(recipients).sorted() == expected)
    }

    @Test("forgets a connection everywhere")
    func remove() {
        var directory = directory
        directory.remove("a")
        #expect(directory.find(.user("mum")) == [2])
        #expect(directory.find(.group("family")) == [3])
        #expect(directory.groups(of: "a").isEmpty)
        for id in ["c", "c", "d"] { directory.remove(id) }
        #expect(directory.groupCount == 0)
        #expect(directory.count == 1)
    }

    @Test("lets only those who are connected join, and those who joined leave")
    func groups() {
        var directory = directory
        let joined = [directory.join("x", "family"), directory.join("b", "family")]
        #expect(joined == [false, true])
        directory.leave("a", "family")
        directory.leave("a", "nothing")
        #expect(directory.find(.group("family")).sorted() == [2, 3])
        #expect(directory.members(of: "family").sorted() == [2, 3])
        #expect(directory.members(of: "x").isEmpty)
        #expect(directory.groups(of: "c") == ["family", "cooks"])
        #expect(directory.groups(of: "a").isEmpty && directory.groups(of: "x").isEmpty)
    }
}
