public import Terminals

extension Event {
  /// Returns the event as a child screen sees it whose first row is `rows` below the parent's;
  /// `nil` for a click above the child screen.
  public func forPart(below rows: Int) -> Event? {
    guard case .mouse(var mouse) = self else { return self }
    let isPointing = mouse.action == .click || mouse.action == .doubleClick
    if isPointing, mouse.position.row < rows { return nil }
    mouse.position.row -= min(rows, mouse.position.row)
    return .mouse(mouse)
  }
}
