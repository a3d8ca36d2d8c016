import JSON
import Values

/// Chores that are made, done and reviewed, on the routes of the real server.
enum ChoreRoutes {
    /// `nil` for what is no such route.
    static func answer(_ call: DemoCall, on server: inout SimulatedServer) -> DemoCall.Answered? {
        switch (call.method, call.route.first, call.route.count) {
        case ("POST", "tasks", 1): return call.isByParent ? add(call, on: &server) : (.empty(403), [])
        case ("POST", "tasks", 3) where call.part(2) == "complete": return (complete(call, on: &server), [])
        case ("PUT", "tasks", 4) where call.part(1) == "completions" && call.part(3) == "review":
            return call.isByParent ? review(call, on: &server) : (.empty(403), [])
        default: return nil
        }
    }

    private static func add(_ call: DemoCall, on server: inout SimulatedServer) -> DemoCall.Answered {
        call.answer { node throws(JSONError) in
            let chore = try SimulatedChore(node, id: server.nextID(), now: call.now)
            guard let child = server.family.child(chore.child) else { return (.plain(400, "Child not found"), []) }
            guard 1...100 ~= chore.title.utf16.count else { return (.invalid("Title", "It is required."), []) }
            server.household.chores.append(chore)
            return (.json(server.shapes.chore(chore, child, by: server.family.people[0], done: []), status: 201), [])
        }
    }

    private static func complete(_ call: DemoCall, on server: inout SimulatedServer) -> DemoAnswer {
        guard let chore = server.household.chores.first(where: { $0.id == call.part(1) }),
            let child = server.family.child(chore.child)
        else { return .plain(404, "Task not found") }
        // The real server means 403, and says 500.
        guard child.person == call.person.id else { return .empty(500) }
        guard let parts = FormPart.all(in: call.request.body) else { return .empty(415) }
        let photo = parts.first { $0.name == "photo" }?.bytes
        guard photo?.isEmpty != true else { return .plain(400, "File type is not allowed") }
        let done = SimulatedCompletion(
            id: server.nextID(), chore: chore.id,
            notes: parts.first { $0.name == "notes" }.map { String(decoding: $0.bytes, as: UTF8.self) },
            doneAt: call.now,
            state: .pending, photo: photo)
        server.household.completions.append(done)
        return .json(server.shapes.completion(done, of: chore, child, parent: server.family.people[0]), status: 201)
    }

    private static func review(_ call: DemoCall, on server: inout SimulatedServer) -> DemoCall.Answered {
        let id = call.part(2)
        guard let place = server.household.completions.firstIndex(where: { $0.id == id && $0.state == .pending }),
            let chore = server.household.chores.first(where: { $0.id == server.household.completions[place].chore }),
            let child = server.family.child(chore.child)
        else { return (.plain(404, "Completion not found or already reviewed"), []) }
        let node = (try? JSONValue(parsing: call.request.body)).map { JSONNode($0, names: .ignoringCase) }
        // What is missing is false.
        let isApproved = (try? node?.optional("isApproved")?.bool()) ?? false
        var announcements: [Announcement] = []
        if isApproved {
            let draft = SimulatedDraft(
                child: child.id, amount: chore.reward, kind: .credit, category: "Task",
                description: "Task completed: \(chore.title)")
            guard let made = try? server.record(draft, by: call.person.id, now: call.now) else {
                return (.empty(500), [])
            }
            server.household.completions[place].approve(by: call.person.name, call.now, transaction: made.row.id)
            announcements = made.announcements
        } else {
            server.household.completions[place].reject((try? node?.optional("rejectionReason")?.string()) ?? nil)
        }
        let done = server.household.completions[place]
        return (
            .json(server.shapes.completion(done, of: chore, child, parent: server.family.people[0])), announcements
        )
    }
}

extension SimulatedChore {
    /// As a parent sends it.
    fileprivate init(_ node: JSONNode, id: String, now: Timestamp) throws(JSONError) {
        let isRecurring = try node.optional("isRecurring")?.bool() ?? false
        self.init(
            id: id, child: try node.required("childId").string(), title: try node.required("title").string(),
            details: try node.optional("description")?.string(),
            reward: try node.required("rewardAmount").decimal(acceptsText: true).twoDecimals,
            recurrence: isRecurring ? try node.optional("recurrenceType")?.string() : nil, createdAt: now)
    }
}

/// One part of a form with files.
struct FormPart: Equatable {
    let name: String
    let bytes: [UInt8]

    /// `nil` for what is no such form. The delimiter is its first line, so nobody has to know it.
    static func all(in body: [UInt8]) -> [FormPart]? {
        let lineBreak: [UInt8] = [0x0D, 0x0A]
        guard body.starts(with: [0x2D, 0x2D]), let end = place(of: lineBreak, in: body, from: 0) else { return nil }
        // A form without parts is its end alone.
        if body[..<end].suffix(2) == [0x2D, 0x2D], end + lineBreak.count == body.count { return [] }
        let delimiter = lineBreak + body[..<end]
        var (parts, start): ([FormPart], Int) = ([], end)
        while let next = place(of: delimiter, in: body, from: start) {
            guard let gap = place(of: lineBreak + lineBreak, in: body, from: start), gap + 4 <= next,
                let name = name(in: String(decoding: body[start..<gap], as: UTF8.self))
            else { return nil }
            parts.append(FormPart(name: name, bytes: Array(body[(gap + 4)..<next])))
            start = next + delimiter.count
        }
        return body[start...].starts(with: [0x2D, 0x2D]) ? parts : nil
    }

    private static func name(in head: String) -> String? {
        guard let mark = head.range(ofText: " name=\"") else { return nil }
        return String(head[mark.upperBound...].prefix { $0 != "\"" })
    }

    private static func place(of part: [UInt8], in body: [UInt8], from start: Int) -> Int? {
        guard start <= body.count - part.count else { return nil }
        return (start...body.count - part.count).first { place in
            body[place] == part[0] && body[place..<place + part.count].elementsEqual(part)
        }
    }
}
