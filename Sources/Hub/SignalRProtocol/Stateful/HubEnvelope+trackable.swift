extension HubEnvelope.Kind {
    /// Whether both ends count it: the messages that mean something to the application.
    package var isTrackable: Bool {
        switch self {
        case .invocation, .streamItem, .completion, .streamInvocation, .cancelInvocation: true
        case .ping, .close, .acknowledgement, .sequence: false
        }
    }
}

extension HubMessage {
    /// Whether both ends count it: the messages that mean something to the application.
    public var isTrackable: Bool {
        switch self {
        case .invocation, .streamItem, .completion, .streamInvocation, .cancelInvocation: true
        case .ping, .close, .acknowledgement, .sequence, .unknown: false
        }
    }
}
