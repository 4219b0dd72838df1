/// The saved state of a screen: a small struct in which every key has a default.
///
/// `init()` supplies the value of every key that is missing in a snapshot. Store ids, unfinished
/// text, focus, sort order and filters. Don't store records or secrets, and store ids rather than
/// indices. Give optionals and dictionaries empty defaults. Only the top-level keys are restored
/// individually; a nested struct or enum is restored completely or not at all.
///
/// The restoration law, which `assertRestorable` tests: a screen that is restored from its state
/// draws exactly what it drew when the state was saved.
public protocol RestorableState: Codable, Sendable, Equatable {
  /// The state of a new screen.
  init()
}
