public import Terminals

/// A key, its action, and the help's words for it, in one value: so the help can't lie.
public struct KeyBinding {
  /// The keys that perform the action.
  public var keys: [Key]
  /// One word for the bottom line; nil if only the help screen names it.
  public let label: String?
  /// A sentence for the help screen, without a full stop.
  public let help: String
  /// True if the key is there only while something goes on: the help, which stays open and comes back, doesn't name it.
  package var isMomentary = false
  /// True if the key writes into a file what is too long to be copied.
  package var isExport = false
  /// The action, performed with the navigator of the screen that is on top.
  public let action: @MainActor (Navigator) -> Void

  /// Creates a binding of one key or several.
  /// ```swift
  /// KeyBinding("n", .insert, label: "new", help: "Write a note") { navigator in
  ///   navigator.push(Route.newNote)
  /// }
  /// ```
  public init(
    _ keys: Key..., label: String? = nil, help: String,
    action: @escaping @MainActor (Navigator) -> Void
  ) {
    self.keys = keys
    self.label = label
    self.help = help
    self.action = action
  }

  /// The keys' names, as the help screen shows them: `Enter, →`.
  public var keyNames: String { keys.map(\.description).joined(separator: ", ") }
}

extension [KeyBinding] {
  /// Performs the first binding that has an event's key; ignores the event if none has it.
  @MainActor public func perform(_ event: Event, _ navigator: Navigator) -> Handled {
    guard case .key(let key) = event, let binding = first(where: { $0.keys.contains(key) }) else {
      return .ignored
    }
    binding.action(navigator)
    return .handled
  }
}
