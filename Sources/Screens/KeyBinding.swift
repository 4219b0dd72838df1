public import Terminals

/// A key with its action and its help text in one value, so that the help always matches the
/// behaviour.
public struct KeyBinding {
  /// The keys that trigger the action.
  public var keys: [Key]
  /// One word for the status line; `nil` if only the help screen shows the key.
  public let label: String?
  /// A description for the help screen, without a full stop.
  public let help: String
  /// The help omits it, because the help stays open longer than the task.
  package var isMomentary = false
  /// Whether the key exports to a file text that is too long for the clipboard.
  package var isExport = false
  /// The action, called with the navigator of the topmost screen.
  public let action: @MainActor (Navigator) -> Void

  /// Creates a binding of one or more keys.
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
  /// Performs the first binding that has an event's key. Returns `ignored` if no binding has it.
  @MainActor public func perform(_ event: Event, _ navigator: Navigator) -> Handled {
    guard case .key(let key) = event, let binding = first(where: { $0.keys.contains(key) }) else {
      return .ignored
    }
    binding.action(navigator)
    return .handled
  }
}
