import Testing

@testable import SignalRServer

@Suite("Hub directory")
struct HubDirectoryTests {
    private var directory: HubDirectory<Int> {
        var directory = HubDirectory<Int>()
        directory.add(1, id: "a", user: "mum")
        directory.add(2, id: "b", user: "mum")
        directory.add(3, id: "c", user: nil)
        directory.join("a", "family")
        directory.join("c", "family")
        return directory
    }

    @Test(
        "finds whom a message is for",
        arguments: [
            (HubRecipients.all, [1, 2, 3]), (.allExcept(["b"]), [1, 3]), (.connection("b"), [2]),
            (.connection("x"), []), (.user("mum"), [1, 2]), (.user("x"), []), (.group("family"), [1, 3]),
            (.group("x"), []),
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
        directory.remove("c")
        directory.remove("c")
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
    }
}
