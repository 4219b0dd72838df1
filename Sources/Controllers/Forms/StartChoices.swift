/// A table below a start screen's buttons, whose rows fill in the fields.
public struct StartChoices: Sendable {
  /// The heading at the left.
  public let title: String
  /// The heading above the values at the right.
  public let valueTitle: String
  /// The rows, from the top.
  public let rows: [StartChoice]

  /// Creates a table.
  ///
  ///     StartChoices(title: "Servers", valueTitle: "USER", rows: recent)
  public init(title: String, valueTitle: String, rows: [StartChoice]) {
    self.title = title
    self.valueTitle = valueTitle
    self.rows = rows
  }
}

/// A row of such a table.
public struct StartChoice: Sendable {
  /// The name of the row in sessions, unique among fields, buttons and rows.
  public let id: String
  /// The words at the left.
  public let title: String
  /// The words that tell the row from others of the same title; empty if none are needed.
  public let detail: String
  /// The words at the right.
  public let value: String
  /// The outcome of choosing the row.
  public let outcome: FormButton.Outcome

  /// Creates a row.
  ///
  ///     StartChoice("0", title: "north.example.com", value: "anna", outcome: FormButton.Outcome())
  public init(
    _ id: String, title: String, detail: String = "", value: String = "",
    outcome: FormButton.Outcome
  ) {
    self.id = id
    self.title = title
    self.detail = detail
    self.value = value
    self.outcome = outcome
  }
}
