public import Screens
public import Terminals

/// A key that does something with the selected row, beside opening it.
public struct RowAction<Row: Sendable> {
  let key: Key
  let label: String
  let help: String
  let action: @MainActor (Row, Navigator) -> Void

  public init(
    _ key: Key, label: String, help: String, action: @escaping @MainActor (Row, Navigator) -> Void
  ) {
    self.key = key
    self.label = label
    self.help = help
    self.action = action
  }
}
