import JSON
import Runtime
import SignalRProtocol

/// Who gets which invocations, by target, as it is at one moment. Made anew at each change, so that an invocation finds
/// its way with one comparison of names and no lock.
final class RouteMap: Sendable {
    struct Route: Sendable {
        /// `nil` for the targets that nobody asked for by name.
        let target: TargetName?
        fileprivate(set) var direct: [DirectHandler] = []
        /// Places in the map's subscriptions.
        fileprivate(set) var subscriptions: [Int] = []
        fileprivate(set) var handlers: [RouteTable.Handler] = []
        fileprivate(set) var answerer: RouteTable.Answerer?
        /// Whether all who get the arguments find out themselves whether they are JSON, away from the service thread.
        fileprivate(set) var leavesCheck = false

        /// The one reader on the service thread, if there is nobody else.
        var onlyReader: DirectReader? {
            guard direct.count == 1, subscriptions.isEmpty, handlers.isEmpty, case .reading(let reader) = direct[0]
            else { return nil }
            return reader
        }
    }

    let version: Int
    let subscriptions: [BoundedChannel<InvocationBatch>]
    /// The first is for all other targets.
    let routes: [Route]

    init(_ table: RouteTable, version: Int) {
        self.version = version
        subscriptions = table.subscriptions.map(\.body)
        var targets: [TargetName?] = [nil]
        let named =
            table.subscriptions.map(\.target) + table.handlers.map(\.target) + table.answerers.map(\.target)
            + table.directHandlers.map(\.target)
        for target in named where !targets.contains(target) { targets.append(target) }
        routes = targets.map { Self.route($0, table) }
    }

    private static func route(_ target: TargetName?, _ table: RouteTable) -> Route {
        var route = Route(target: target)
        route.direct = table.directHandlers.filter { $0.target == target }.map(\.body)
        route.subscriptions = table.subscriptions.indices.filter { index in
            let wanted = table.subscriptions[index].target
            return wanted == nil || wanted == target
        }
        let handlers = table.handlers.filter { $0.target == target }
        route.handlers = handlers.map(\.body)
        route.answerer = table.answerers.first { $0.target == target }?.body
        let asynchronous =
            handlers.map(\.checksArguments) + route.subscriptions.map { table.subscriptions[$0].checksArguments }
        route.leavesCheck = route.direct.isEmpty && !asynchronous.isEmpty && asynchronous.allSatisfy { $0 }
        return route
    }

    /// The number of a target's route.
    func number(of target: JSONString, _ bytes: borrowing JSONCursor.Bytes) -> Int {
        for number in 1..<max(1, routes.count) where routes[number].target?.matches(target, bytes) == true {
            return number
        }
        return 0
    }
}
