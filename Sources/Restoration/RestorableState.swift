/// The state that a screen saves, in a struct: small, named, forgiving.
///
/// `init()` gives the value of every key that a snapshot lacks. Ids, text being typed, focus, sort, filter; never records, never
/// secrets, never an index where there is an id. Give optionals and dictionaries empty defaults. Only a state's own keys
/// are matched one by one; a value inside it (a nested struct or enum) is taken whole or not at all.
///
/// The law, which `assertRestorable` tests: a screen restored from its state draws what it drew when the state was taken.
public protocol RestorableState: Codable, Sendable, Equatable {
  /// The state of a screen that begins.
  init()
}
