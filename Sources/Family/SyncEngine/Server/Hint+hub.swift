package import AllowanceAPI
import Store

extension Hint.Subject {
    /// What a hub message hints at. An id that may be a child's is told apart where the children are known.
    package init(_ hint: HubHint) {
        self =
            switch hint {
            case .child(let child): .child(ChildRow.ID(child))
            case .transaction(let row, let child):
                .transaction(TransactionRow.ID(row), child: child.map(ChildRow.ID.init))
            case .childOrTransaction(let id): .transaction(TransactionRow.ID(rawValue: id))
            case .balance(let child, let balance): .balance(child: ChildRow.ID(child), balance)
            case .something: .something
            }
    }
}

extension ChildRow.ID {
    fileprivate init(_ id: Child.ID) { self.init(rawValue: id.rawValue) }
}

extension TransactionRow.ID {
    fileprivate init(_ id: AllowanceAPI.Transaction.ID) { self.init(rawValue: id.rawValue) }
}
