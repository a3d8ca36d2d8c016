/// Something that fills one or more parameters of a statement, in order.
///
/// A record lists its columns once, so that its `INSERT` reads like its table:
///
///     func bind(to binder: inout Binder) {
///       binder.append(id)
///       binder.append(name)
///     }
@usableFromInline
package protocol Bindable: Sendable {
    func bind(to binder: inout Binder)
}
