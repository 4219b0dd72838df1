extension VirtualSystem {
  /// The name, or "System 51" if the name is missing or blank.
  var title: String {
    guard let name, name.contains(where: { !$0.isWhitespace }) else { return "System \(id)" }
    return name
  }

  func statusClass(in table: StatusTable) -> StatusClass {
    table.statusClass(of: status, text: statusText)
  }

  /// Returns the server's text for the status; else the English name, the code, or "no status".
  func statusWord(in table: StatusTable) -> String {
    table.word(for: status, text: statusText) ?? "no status"
  }

  /// Returns the text of the desired status; `nil` if there is none, or if it has been reached.
  func desiredStatusWord(in table: StatusTable) -> String? {
    guard desiredStatus == nil || desiredStatus != status else { return nil }
    return table.word(for: desiredStatus, text: desiredStatusText)
  }
}
