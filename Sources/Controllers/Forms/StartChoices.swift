/// A table below a start screen's buttons. Choosing a row fills in the fields.
public struct StartChoices: Sendable {
  /// The heading at the left.
  public let title: String
  /// The heading above the values at the right.
  public let valueTitle: String
  /// The rows, from top to bottom.
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

/// A row of a ``StartChoices`` table.
public struct StartChoice: Sendable {
  /// The row's name in sessions, unique among fields, buttons and rows.
  public let id: String
  /// The text at the left.
  public let title: String
  /// Text that distinguishes rows with the same title; otherwise empty.
  public let detail: String
  /// The text at the right.
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
