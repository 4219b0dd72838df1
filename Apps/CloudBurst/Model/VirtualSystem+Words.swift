/// The words for a virtual system on the screen.
extension VirtualSystem {
  /// The name; "System 51" if there is none that could be seen.
  var title: String {
    guard let name, name.contains(where: { !$0.isWhitespace }) else { return "System \(id)" }
    return name
  }

  func statusClass(in table: StatusTable) -> StatusClass {
    table.statusClass(of: status, text: statusText)
  }

  /// Returns the server's word for the status; else English, else the code, else "no status".
  func statusWord(in table: StatusTable) -> String {
    table.word(for: status, text: statusText) ?? "no status"
  }

  /// Returns the word for the status that was asked for; nil if that is the present one, or none.
  func desiredStatusWord(in table: StatusTable) -> String? {
    guard desiredStatus == nil || desiredStatus != status else { return nil }
    return table.word(for: desiredStatus, text: desiredStatusText)
  }
}
