import Testing

/// Tests with a genuine server, one after the other: they share it and spoil its answers.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: SharedFolder.hasReferenceHub, "no ../shared/reference-hub beside the package"))
enum Live {}
