public import Screens
public import Terminals

/// A key with an action on the selected row, other than opening it.
public struct RowAction<Row: Sendable> {
  let key: Key
  let label: String
  let help: String
  let action: @MainActor (Row, Navigator) -> Void

  /// Creates an action.
  /// ```swift
  /// RowAction("s", label: "start", help: "Start this machine") { machine, navigator in
  ///   navigator.run { await machines.start(machine.id) }
  /// }
  /// ```
  public init(
    _ key: Key, label: String, help: String, action: @escaping @MainActor (Row, Navigator) -> Void
  ) {
    self.key = key
    self.label = label
    self.help = help
    self.action = action
  }
}
