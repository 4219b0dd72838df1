public import Terminals

/// A key, what it does, and what the help says of it, in one value: so the help can't lie.
public struct KeyBinding {
  public var keys: [Key]
  /// One word for the bottom line; nil if only the help screen names it.
  public let label: String?
  /// A sentence for the help screen, without a full stop.
  public let help: String
  public let action: @MainActor (Navigator) -> Void

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
  /// Does what the first binding of an event's key says.
  @MainActor public func perform(_ event: Event, _ navigator: Navigator) -> Handled {
    guard case .key(let key) = event, let binding = first(where: { $0.keys.contains(key) }) else {
      return .ignored
    }
    binding.action(navigator)
    return .handled
  }
}
