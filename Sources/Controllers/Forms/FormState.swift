public import Restoration
public import Screens

/// The saved state of a form: the typed texts, the focus, and the last report.
public struct FormState: RestorableState {
  /// The texts of the fields that aren't secret, by field id.
  public var texts: [String: TextEntry] = [:]
  /// The field, button or row that has the focus; `nil` for the initial focus.
  public var focusID: String?
  /// The report shown below the buttons.
  public var report: StatusMessage?
  /// The application's name for the loaded data.
  public var loaded: String?

  /// Creates the initial state of a form.
  public init() {}
}
