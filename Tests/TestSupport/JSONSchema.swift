package import JSON

/// Checks values against a JSON schema; knows the keywords that `docs/json.schema.json` uses and refuses all others, so
/// that none is silently without effect.
package struct JSONSchema {
    private let definitions: JSONValue
    private let root: JSONValue

    package struct UnknownDefinition: Error { let name: String }

    /// The part of the schema file that `$defs` calls so.
    package init(_ file: JSONValue, definition: String) throws {
        definitions = file["$defs"] ?? nil
        guard let found = definitions[definition] else { throw UnknownDefinition(name: definition) }
        root = found
    }

    /// Every way in which the value differs from the schema, with its place; also members that the schema does not have.
    package func mistakes(in value: JSONValue) -> [String] { mistakes(value, root, at: "$") }

    /// The definitions that the file offers for a printed line.
    package static func offered(by file: JSONValue) -> [String] {
        guard case .array(let all)? = file["anyOf"] else { return [] }
        return all.compactMap { if case .string(let text)? = $0["$ref"] { name(of: text) } else { nil } }
    }

    private func mistakes(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
        guard case .object(let rules) = schema else { return ["\(place): the schema is not an object"] }
        return rules.members.flatMap { mistakes(value, keyword: $0.name, $0.value, rules, at: place) }
            + strangers(value, schema, at: place)
    }

    /// Members of the value that the schema does not have.
    private func strangers(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
        guard case .object(let object) = value, schema["properties"] != nil else { return [] }
        let (known, others) = (properties(of: schema), schema["additionalProperties"])
        return object.members.filter { !known.contains($0.name) }.flatMap { member in
            let inner = "\(place).\(member.name)"
            return others.map { mistakes(member.value, $0, at: inner) } ?? ["\(inner) is not in the schema"]
        }
    }

    private func properties(of schema: JSONValue) -> Set<String> {
        var names: Set<String> = []
        if case .object(let own)? = schema["properties"] { names.formUnion(own.members.map(\.name)) }
        if case .array(let parts)? = schema["allOf"] { for part in parts { names.formUnion(properties(of: part)) } }
        if case .string(let text)? = schema["$ref"], let target = definitions[Self.name(of: text)] {
            names.formUnion(properties(of: target))
        }
        return names
    }

    private static func name(of reference: String) -> String { String(reference.dropFirst("#/$defs/".count)) }

    private func mistakes(
        _ value: JSONValue, keyword: String, _ rule: JSONValue, _ rules: JSONObject, at place: String
    ) -> [String] {
        switch (keyword, rule) {
        // For people.
        case ("description", .string): return []
        case ("$ref", .string(let text)):
            guard let target = definitions[Self.name(of: text)] else {
                return ["\(place): the schema refers to \(text), which is not there"]
            }
            return mistakes(value, target, at: place)
        // What one part does not have another may.
        case ("allOf", .array(let all)):
            return all.flatMap { mistakes(value, $0, at: place) }.filter { !$0.hasSuffix("is not in the schema") }
        case ("anyOf", .array(let all)):
            let each = all.map { mistakes(value, $0, at: place) }
            return each.contains([]) ? [] : each.min { $0.count < $1.count } ?? []
        // Looked at with the members.
        case ("additionalProperties", _): return []
        case ("type", _): return isOf(type: rule, value) ? [] : ["\(place): \(value.kindName) is not \(rule)"]
        case ("enum", .array(let allowed)):
            return allowed.contains(value) ? [] : ["\(place): \(value) is none of \(rule)"]
        case ("pattern", .string(let pattern)): return mistakes(value, pattern: pattern, at: place)
        case ("minimum", .number(let least)):
            guard case .number(let number) = value, let number = number.int, let least = least.int else { return [] }
            return number >= least ? [] : ["\(place): \(number) is less than \(least)"]
        case ("required", .array(let names)):
            guard case .object = value else { return [] }
            return names.compactMap { name in
                guard case .string(let name) = name else { return "\(place): a required name is no text" }
                return value[name] == nil ? "\(place): \(name) is missing" : nil
            }
        case ("properties", .object(let properties)):
            return properties.members.flatMap { member in
                value[member.name].map { mistakes($0, member.value, at: "\(place).\(member.name)") } ?? []
            }
        case ("items", _):
            guard case .array(let elements) = value else { return [] }
            return elements.enumerated().flatMap { mistakes($1, rule, at: "\(place)[\($0)]") }
        default: return ["\(place): the checker does not know the keyword \(keyword)"]
        }
    }

    private func mistakes(_ value: JSONValue, pattern: String, at place: String) -> [String] {
        guard case .string(let text) = value else { return [] }
        guard let regex = try? Regex(pattern) else { return ["\(place): the pattern \(pattern) cannot be read"] }
        return text.contains(regex) ? [] : ["\(place): '\(text)' does not look like \(pattern)"]
    }

    private func isOf(type: JSONValue, _ value: JSONValue) -> Bool {
        switch (type, value) {
        case (.array(let types), _): types.contains { isOf(type: $0, value) }
        case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool), ("null", .null),
            ("number", .number):
            true
        case ("integer", .number(let number)): number.int != nil
        default: false
        }
    }
}
