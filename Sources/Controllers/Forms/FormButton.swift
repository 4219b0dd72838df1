public import Core
import FoundationEssentials
public import Screens

/// A button of a form.
public struct FormButton {
  /// The result of a button's action: a report for the user, and changes to the form.
  public struct Outcome: Sendable {
    /// The message or error shown below the buttons; `nil` keeps the current one.
    public let report: StatusMessage?
    /// The id of the field or button that gets the focus after the action; `nil` keeps the current
    /// focus.
    public let nextID: String?
    /// An application-defined name for the data that the action loaded. Buttons with `needsLoaded`
    /// are enabled once it is set. `nil` keeps the current name.
    public let loaded: String?
    /// The screen that lets the user resolve the action's error, for example by typing a password.
    /// When the user returns from it with success, the button is pressed again. `nil` for none.
    public let recoveryRoute: (any AppRoute)?
    /// Whether the form clears its password fields after the action, because the passwords were
    /// wrong.
    public let emptiesSecrets: Bool
    /// Texts that replace the contents of fields, by field id. Other fields stay as they are.
    public let texts: [String: String]

    /// Creates an outcome. Without arguments, it changes nothing.
    ///
    ///     FormButton.Outcome(report: StatusMessage("Saved."))
    public init(
      report: StatusMessage? = nil, nextID: String? = nil, loaded: String? = nil,
      emptiesSecrets: Bool = false, texts: [String: String] = [:]
    ) {
      self.report = report
      self.nextID = nextID
      self.loaded = loaded
      self.emptiesSecrets = emptiesSecrets
      self.texts = texts
      recoveryRoute = nil
    }

    /// Creates the outcome of a failed action, which reports the error. If the error has a recovery
    /// screen, that screen is opened, and the report is visible if the user returns from it without
    /// success.
    ///
    ///     FormButton.Outcome(problem: "Saving failed", error)
    ///
    /// - Parameters:
    ///   - problem: The operation that failed, such as "Saving failed".
    ///   - error: The error, from which the report takes its reason, and its advice unless there is
    ///     a recovery screen.
    public init(problem: String, _ error: any Error) {
      recoveryRoute = (error as? any Recoverable)?.recoveryRoute
      report =
        recoveryRoute == nil
        ? StatusMessage(problem: problem, error)
        : StatusMessage("\(problem): \(error.message) Press the button to retry.")
      nextID = nil
      loaded = nil
      emptiesSecrets = false
      texts = [:]
    }
  }

  /// The button's name, by which sessions save the focus. It must stay the same across versions.
  public let id: String
  /// The button's label.
  public let title: String
  /// Whether the button is disabled until an action or the form's source has loaded data, that is,
  /// has set ``FormButton/Outcome/loaded``.
  public let needsLoaded: Bool
  /// Whether the action uses the fields. If so, pressing the button while a field is invalid shows
  /// the error instead of starting the action.
  public let needsFields: Bool
  /// Whether the button is hidden unless the current report names it in ``StatusMessage/offer``.
  public let isOffered: Bool
  /// The operation that the button starts. It is cancelled when the user presses Escape, and when
  /// the screen is closed.
  public let action: @MainActor @Sendable (FormInput, Navigator) async -> Outcome

  /// Creates a button.
  /// ```swift
  /// FormButton("open", title: "Open", needsFields: true) { input, navigator in
  ///   navigator.push(Route.system(input.texts["id"] ?? ""))
  ///   return .init()
  /// }
  /// ```
  public init(
    _ id: String, title: String, needsLoaded: Bool = false, needsFields: Bool = false,
    isOffered: Bool = false,
    action: @escaping @MainActor @Sendable (FormInput, Navigator) async -> Outcome
  ) {
    self.id = id
    self.title = title
    self.needsLoaded = needsLoaded
    self.needsFields = needsFields
    self.isOffered = isOffered
    self.action = action
  }
}

/// The values that a button's action receives: the contents of the form's fields.
public struct FormInput: Sendable {
  /// The texts of the fields, by field id.
  public let texts: [String: String]
  /// The texts typed in the password fields, by field id. A field in which the user hasn't typed is
  /// missing.
  public let secrets: [String: Secret]
  /// The application-defined name of the loaded data, set by an earlier ``FormButton/Outcome``;
  /// `nil` if no data is loaded.
  public let loaded: String?
  /// Shows the progress of the running action to the user, such as "3.2 of 12 MiB".
  public let say: @MainActor @Sendable (String) -> Void
}
