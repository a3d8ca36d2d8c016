import JSON
import Testing
import Values

@Suite("Typed look-ups")
struct JSONNodeTests {
    private func node(_ text: String, _ names: JSONNode.Names = .exact) throws -> JSONNode {
        JSONNode(try JSONValue(parsing: text), names: names)
    }

    @Test("give each type, and the elements and members in order")
    func types() throws {
        let root = try node(#"{"s":"x","i":-3,"d":12.50,"b":true,"t":"2026-03-14T15:09:26Z","n":null,"l":[1,2]}"#)
        #expect(try root.required("s").string() == "x")
        #expect(try root.required("i").int() == -3)
        #expect(try root.required("d").decimal().description == "12.50")
        #expect(try root.required("b").bool())
        #expect(try root.required("t").timestamp() == Timestamp(seconds: 1_773_500_966))
        #expect(try root.optional("n") == nil && root.optional("missing") == nil)
        #expect(try root.required("l").elements().map { try $0.int() } == [1, 2])
        #expect(try root.members().map(\.name) == ["s", "i", "d", "b", "t", "n", "l"])
    }

    @Test("take the first of several names that says something")
    func alternatives() throws {
        let root = try node(#"{"a":null,"b":1,"c":2}"#)
        #expect(try root.required("x", "a", "b", "c").int() == 1)
        #expect(try root.optional("a", "x") == nil)
    }

    @Test("ignore the case of names only where asked to, and refuse two meanings")
    func names() throws {
        let text = #"{"FirstName":"a","id":1,"ID":2,"Id":3}"#
        #expect(throws: JSONError.self) { try node(text).required("firstName") }
        let root = try node(text, .ignoringCase)
        #expect(try root.required("firstname").string() == "a")
        #expect(try root.required("Id").int() == 3)
        #expect(throws: JSONError(.duplicateKey, at: nil, path: JSONPath([.member("iD")]))) { try root.required("iD") }
        let nested = try node(#"{"A":[{"B":1}]}"#, .ignoringCase)
        #expect(try nested.required("a").elements()[0].required("b").int() == 1)
    }

    @Test("take amounts from text only where asked to")
    func textAmounts() throws {
        let root = try node(#"{"a":"25.50","b":" 1","c":"0x1","d":"1234567890123456789012345678901234567890"}"#)
        #expect(try root.required("a").decimal(acceptsText: true).description == "25.50")
        #expect(throws: JSONError.self) { try root.required("a").decimal() }
        for name in ["b", "c"] {
            #expect(throws: JSONError.self) { try root.required(name).decimal(acceptsText: true) }
        }
        #expect(throws: JSONError(.inexactNumber, at: nil, path: JSONPath([.member("d")]))) {
            try root.required("d").decimal(acceptsText: true)
        }
    }

    @Test("name the place, what was expected and what was found, never the value")
    func messages() throws {
        let root = try node(#"{"children":[{"balance":"hunter2"}]}"#)
        let child = try root.required("children").elements()[0]
        let wrong = #expect(throws: JSONError.self) { try child.required("balance").decimal() }
        #expect(
            wrong?.description
                == "a value has the wrong form, expected a number, found a string (in children[0].balance)")
        let missing = #expect(throws: JSONError.self) { try child.required("name") }
        #expect(missing?.description == "a member is missing (in children[0].name)")
        let date = #expect(throws: JSONError.self) { try child.required("balance").timestamp() }
        #expect(date?.kind == .wrongValue)
        #expect(throws: JSONError.self) { try child.required("balance").required("x") }
        #expect(throws: JSONError.self) { try child.elements() }
        #expect(throws: JSONError.self) { try child.bool() }
        #expect(throws: JSONError.self) { try child.int() }
        #expect(throws: JSONError.self) { try child.string() }
    }
}
