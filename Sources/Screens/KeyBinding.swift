public import Terminals

/// Binds keys to an action, with a help text. The help screen and the status line are made from a
/// screen's key bindings.
public struct KeyBinding {
  /// The keys that trigger the action.
  public var keys: [Key]
  /// One word that describes the action in the status line; `nil` if only the help screen lists the
  /// key.
  public let label: String?
  /// A description of the action for the help screen, without a full stop.
  public let help: String
  /// The help omits it, because the help stays open longer than the task.
  package var isMomentary = false
  /// Whether the key exports to a file text that is too long for the clipboard.
  package var isExport = false
  /// The action to perform when one of the keys is pressed. Its argument is the navigator of the
  /// screen that handles the key, which can be a child screen.
  public let action: @MainActor (Navigator) -> Void

  /// Creates a binding of one or more keys to an action.
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

  /// The names of the keys, as the help screen shows them: `Enter, →`.
  public var keyNames: String { keys.map(\.description).joined(separator: ", ") }
}

extension [KeyBinding] {
  /// Performs the first key binding in the array that contains the event's key. Returns `ignored`
  /// if none does, or if the event isn't a key.
  @MainActor public func perform(_ event: Event, _ navigator: Navigator) -> Handled {
    guard case .key(let key) = event, let binding = first(where: { $0.keys.contains(key) }) else {
      return .ignored
    }
    binding.action(navigator)
    return .handled
  }
}
