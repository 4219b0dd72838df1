import Foundation
public import Screens
public import Values

/// A button of a form.
public struct FormButton {
  /// The outcome of a button's work.
  public struct Outcome: Sendable {
    /// The report shown below the buttons from then on; nil leaves the one before.
    public let report: StatusMessage?
    /// The button that is likely to be pressed next.
    public let nextID: String?
    /// The name that the application has for the data that are loaded now; nil leaves the one before.
    public let loaded: String?
    /// The screen that remedies the failure of the work. When it has answered, the button is pressed again.
    public let recoveryRoute: (any AppRoute)?
    /// True if the texts of the secret fields were wrong, and are to be typed anew.
    public let emptiesSecrets: Bool
    /// The texts to put into the fields, by their ids.
    public let texts: [String: String]

    /// Creates an outcome; without arguments, one that changes nothing.
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

    /// Creates the outcome of a failure: its report, and the screen that remedies it, if there is one.
    /// The report is for a person who comes back from there without a remedy.
    ///
    ///     FormButton.Outcome(problem: "Saving failed", error)
    public init(problem: String, _ error: any Error) {
      recoveryRoute = (error as? any Recoverable)?.recoveryRoute
      report =
        recoveryRoute == nil
        ? StatusMessage(problem: problem, error)
        : StatusMessage("\(problem): \(error.localizedDescription) The button asks again.")
      nextID = nil
      loaded = nil
      emptiesSecrets = false
      texts = [:]
    }
  }

  /// The name of the button in sessions. Never rename it.
  public let id: String
  /// The words on the button.
  public let title: String
  /// True if the button is of use only when data are loaded.
  public let needsLoaded: Bool
  /// True if the button works with the fields, whose texts must have no problem then.
  public let needsFields: Bool
  /// True if the button is only there while a report offers it.
  public let isOffered: Bool
  /// Does the button's work. Cancelled when the screen is left.
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

/// The input of a button's work.
public struct FormInput: Sendable {
  /// The texts of the fields, by their ids.
  public let texts: [String: String]
  /// The texts of the secret fields, by their ids.
  public let secrets: [String: Secret]
  /// The name of the data that were loaded last.
  public let loaded: String?
  /// Shows the progress of the work: "3.2 of 12 MiB".
  public let say: @MainActor @Sendable (String) -> Void
}
