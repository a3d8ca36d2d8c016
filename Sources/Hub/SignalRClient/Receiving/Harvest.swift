import JSON
import Runtime
import SignalRProtocol

/// Where invocations or items wait for their consumer.
protocol RoomKeeper: Sendable {
    var hasRoom: Bool { get }
    /// Bytes that wait.
    var backlog: Int { get }
    func wakeProducers()
    func waitForRoom(unless isUrgent: @Sendable () -> Bool) async
}

extension BoundedChannel: RoomKeeper {}

/// What one read brought, sorted by who is to get it.
struct Harvest {
    /// What the last invocation in the usual form was: the next one is mostly the same again.
    private struct Usual {
        let form: UsualInvocation
        let route: Int
        let reader: DirectReader?
        let leavesCheck: Bool
    }

    let map: RouteMap
    /// What arrived. Places lie in it.
    private(set) var bytes: [UInt8]
    private(set) var handled: [InvocationBatch.Place] = []
    private(set) var subscribed: [[InvocationBatch.Place]]
    /// Those whose consumers are behind.
    var full: [any RoomKeeper] = []
    /// The ids of questions that nobody here answers.
    private(set) var unanswered: [String] = []
    /// Arguments of another type than was wanted.
    private(set) var refused = 0
    /// Invocations that nobody wants, and the target of the first.
    private(set) var unknown: (count: Int, target: String) = (0, "")
    /// Where the bytes that are read begin in `bytes`; `nil` if they are others, joined from several reads.
    private var shift: Int?
    private var usual: Usual?

    init(_ map: RouteMap, _ bytes: [UInt8]) {
        self.map = map
        self.bytes = bytes
        subscribed = Array(repeating: [], count: map.subscriptions.count)
    }

    /// - Parameter shift: where the bytes that are read next begin in ``bytes``; `nil` if they are others.
    mutating func begin(at shift: Int?) {
        self.shift = shift
        usual = nil
    }

    // MARK: The usual form

    /// Takes the record at the cursor if it is an invocation in the usual form that can be handed over as it is. Else it
    /// changes nothing, and the record is to be scanned.
    ///
    /// - Parameter limit: bytes of one record.
    mutating func takeUsual(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor, limit: Int
    ) -> Bool {
        let start = cursor.offset
        guard let form = form(bytes, at: start), let usual else { return false }
        if let reader = usual.reader {
            var inside = JSONCursor(offset: form.arguments)
            let end = ArgumentsEnd(
                from: form.arguments, before: limit < bytes.count - start ? start + limit : bytes.count)
            guard (try? reader(bytes, &inside, end)) == true else { return false }
            cursor = inside
            return true
        }
        guard let end = usual.leavesCheck ? form.unreadEnd(in: bytes) : Self.checkedEnd(form, bytes),
            let next = UsualInvocation.next(after: end, in: bytes), next - start <= limit
        else { return false }
        take(
            InvocationBatch.Place(
                target: JSONString(range: form.target, hasEscapes: false), arguments: form.arguments..<end, id: nil,
                route: usual.route), record: start..<next, bytes)
        cursor = JSONCursor(offset: next)
        return true
    }

    @inline(__always)
    private mutating func form(_ bytes: borrowing JSONCursor.Bytes, at start: Int) -> UsualInvocation? {
        if let form = usual?.form.repeated(at: start, in: bytes) { return form }
        guard let form = UsualInvocation(bytes, at: start) else { return nil }
        let number = map.number(of: JSONString(range: form.target, hasEscapes: false), bytes)
        let route = map.routes[number]
        usual = Usual(form: form, route: number, reader: route.onlyReader, leavesCheck: route.leavesCheck)
        return form
    }

    private static func checkedEnd(_ form: UsualInvocation, _ bytes: borrowing JSONCursor.Bytes) -> Int? {
        var inside = JSONCursor(offset: form.arguments)
        return (try? inside.skipValue(bytes))?.upperBound
    }

    // MARK: Any form

    /// Hands an invocation to all who want its target.
    ///
    /// - Parameters:
    ///   - place: in the bytes that are read.
    ///   - record: where all of it lies in them.
    mutating func take(
        _ place: InvocationBatch.Place, record: Range<Int>, _ bytes: borrowing JSONCursor.Bytes
    ) {
        for handler in map.routes[place.route].direct {
            switch handler {
            case .lent(let body): body(bytes.extracting(place.arguments))
            case .reading(let reader):
                var inside = JSONCursor(offset: place.arguments.lowerBound)
                let end = ArgumentsEnd(at: place.arguments.upperBound)
                if (try? reader(bytes, &inside, end)) != true { refused += 1 }
            }
        }
        let route = map.routes[place.route]
        if route.answerer == nil, let id = place.id?.text(bytes) { unanswered.append(id) }
        let isHandled = !route.handlers.isEmpty || place.id != nil && route.answerer != nil
        guard isHandled || !route.subscriptions.isEmpty else {
            if route.direct.isEmpty { passOver(place.target, bytes) }
            return
        }
        let moved = moved(place, record, bytes)
        for index in route.subscriptions { subscribed[index].append(moved) }
        if isHandled { handled.append(moved) }
    }

    private mutating func passOver(_ target: JSONString, _ bytes: borrowing JSONCursor.Bytes) {
        if unknown.count == 0 { unknown.target = String(target.text(bytes).prefix(200)) }
        unknown.count += 1
    }

    /// The place in what is handed over; the record is copied there if it comes from elsewhere.
    private mutating func moved(
        _ place: InvocationBatch.Place, _ record: Range<Int>, _ bytes: borrowing JSONCursor.Bytes
    ) -> InvocationBatch.Place {
        var distance = shift ?? 0
        if shift == nil {
            // Between separators, as where it came from: by them the whole record is found again.
            self.bytes.append(HubRecordReader.separator)
            distance = self.bytes.count - record.lowerBound
            unsafe bytes.extracting(record).withUnsafeBufferPointer { unsafe self.bytes.append(contentsOf: $0) }
            self.bytes.append(HubRecordReader.separator)
        }
        var place = place
        place.target = place.target.shifted(by: distance)
        place.arguments = place.arguments.lowerBound + distance..<place.arguments.upperBound + distance
        place.id = place.id?.shifted(by: distance)
        return place
    }
}
