public import Restoration
public import Screens

/// The saved state of a form: the texts being typed, the focus, and the last report.
public struct FormState: RestorableState {
  /// The texts of the fields that aren't secret, by their ids.
  public var texts: [String: TextEntry] = [:]
  /// The field, button or row that has the focus; nil until the person moves: the screen's own choice.
  public var focusID: String?
  /// The report shown below the buttons.
  public var report: StatusMessage?
  /// The name that the application has for the data that were loaded last.
  public var loaded: String?

  /// Creates the state of a screen that opens for the first time.
  public init() {}
}
