/// A table below a start screen's buttons, of what its fields can be filled in with.
public struct StartChoices: Sendable {
  public let title: String
  /// Says what stands at the right of each row.
  public let valueTitle: String
  public let rows: [StartChoice]

  public init(title: String, valueTitle: String, rows: [StartChoice]) {
    self.title = title
    self.valueTitle = valueTitle
    self.rows = rows
  }
}

/// A row of such a table.
public struct StartChoice: Sendable {
  /// Names the row in sessions, beside the fields and the buttons.
  public let id: String
  public let title: String
  /// What tells it from others of the same title; empty if nothing has to.
  public let detail: String
  public let value: String
  /// What comes of choosing it.
  public let outcome: StartButton.Outcome

  public init(
    _ id: String, title: String, detail: String = "", value: String = "",
    outcome: StartButton.Outcome
  ) {
    self.id = id
    self.title = title
    self.detail = detail
    self.value = value
    self.outcome = outcome
  }
}
