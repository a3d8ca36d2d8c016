import JSON
import Testing

@testable import SignalRServer

@Suite("Hub method table")
struct HubMethodTableTests {
    private func method(_ name: String, parameters: Int? = nil, uploads: Int = 0) -> HubMethod {
        HubMethod(name: name, body: .call { _ in nil }, parameters: parameters, uploads: uploads)
    }

    @Test("finds a method in any letter case, and no other")
    func find() {
        var table = HubMethodTable()
        table.add(method("SayIt"))
        #expect(table.find("sAYiT")?.name == "SayIt")
        #expect(table.find("Say") == nil && table.find("") == nil)
    }

    @Test("keeps the first of two methods with one name, and remembers the second")
    func duplicates() {
        var table = HubMethodTable()
        let added = [table.add(method("Say", parameters: 1)), table.add(method("SAY", parameters: 2))]
        #expect(added == [true, false])
        #expect(table.find("say")?.parameters == 1)
        #expect(table.duplicates == ["SAY"])
    }

    @Test(
        "counts arguments and uploads",
        arguments: [
            (Optional(2), 0, 2, 0, nil), (2, 0, 1, 0, "Invocation provides 1 argument(s) but target expects 2."),
            (0, 0, 1, 0, "Invocation provides 1 argument(s) but target expects 0."), (nil, 0, 7, 0, nil),
            (0, 1, 0, 1, nil), (0, 1, 0, 0, "Client sent 0 stream(s), Hub method expects 1."),
            // What is wrong with both is told of the uploads, as official servers do.
            (1, 0, 0, 2, "Client sent 2 stream(s), Hub method expects 0."),
        ])
    func counts(_ wanted: Int?, _ wantedUploads: Int, _ given: Int, _ uploads: Int, _ words: String?) {
        let arguments = HubArguments(Array(repeating: JSONFragment(1), count: given))
        var told: String?
        do throws(HubFailure) {
            try method("m", parameters: wanted, uploads: wantedUploads).check(arguments, uploads: uploads)
        } catch {
            told = error.text
        }
        #expect(told == words)
    }
}
