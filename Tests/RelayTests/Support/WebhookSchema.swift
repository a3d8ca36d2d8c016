import JSON
import TestSupport

/// `docs/webhook.schema.json`: what receivers of webhooks build upon.
enum WebhookSchema {
    private static let file = Result {
        try JSONValue(parsing: TextFile.read("\(RealParts.packageFolder)/docs/webhook.schema.json"))
    }

    /// Every way in which a body differs from the schema of its type.
    static func mistakes(in body: String) -> [String] {
        do {
            let value = try JSONValue(parsing: body)
            return try JSONSchema(file.get(), definition: definition(of: value)).mistakes(in: value)
        } catch {
            return ["\(error)"]
        }
    }

    /// The places of members that the schema doesn't name.
    static func undescribed(in body: JSONValue) throws -> [String] {
        let definitions = try file.get()["$defs"] ?? nil
        return undescribed(body, definitions[definition(of: body)] ?? nil, definitions, at: "$")
    }

    private static func definition(of body: JSONValue) -> String {
        guard body["specversion"] == nil else { return "cloudEvent" }
        return switch body["type"]?.string {
        case "balance.low", "balance.recovered": "balanceLow"
        case "problem.began", "problem.over": "problem"
        case let type?
        where ["allowance.missing", "allowance.paused", "allowance.resumed"].contains(type)
            || ["chore.", "goal.", "wish.", "gift."].contains(where: type.hasPrefix):
            "record"
        case "digest": "digest"
        case "summary.weekly": "summary"
        case "drill": "drill"
        default: "transactionCreated"
        }
    }

    private static func undescribed(
        _ value: JSONValue, _ schema: JSONValue, _ definitions: JSONValue, at place: String
    ) -> [String] {
        let schema = resolved(schema, definitions)
        switch value {
        case .array(let elements):
            guard let inner = schema["items"] else { return elements.isEmpty ? [] : [place] }
            return elements.enumerated().flatMap { undescribed($1, inner, definitions, at: "\(place)[\($0)]") }
        case .object(let object):
            return object.members.flatMap { member in
                let place = "\(place).\(member.name)"
                guard let inner = schema["properties"]?[member.name] else { return [place] }
                return undescribed(member.value, inner, definitions, at: place)
            }
        default: return []
        }
    }

    private static func resolved(_ schema: JSONValue, _ definitions: JSONValue) -> JSONValue {
        if case .array(let all) = schema["allOf"], let first = all.first { return resolved(first, definitions) }
        guard let name = schema["$ref"]?.string else { return schema }
        return definitions[String(name.dropFirst("#/$defs/".count))] ?? nil
    }
}
