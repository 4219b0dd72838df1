public import Core
import Foundation
public import Screens

/// A button of a form.
public struct FormButton {
  /// The outcome of a button's action.
  public struct Outcome: Sendable {
    /// The report shown below the buttons; `nil` keeps the current one.
    public let report: StatusMessage?
    /// The button that gets the focus.
    public let nextID: String?
    /// The application's name for the loaded data; `nil` keeps the current one.
    public let loaded: String?
    /// The recovery screen for the action's error. When it returns, the button is pressed again.
    public let recoveryRoute: (any AppRoute)?
    /// Whether the secret fields are cleared because their texts were wrong.
    public let emptiesSecrets: Bool
    /// New texts for fields, by field id.
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

    /// Creates the outcome of an error, with its report, and its recovery screen if it has one. The
    /// report is for a user who returns from that screen without success.
    ///
    ///     FormButton.Outcome(problem: "Saving failed", error)
    public init(problem: String, _ error: any Error) {
      recoveryRoute = (error as? any Recoverable)?.recoveryRoute
      report =
        recoveryRoute == nil
        ? StatusMessage(problem: problem, error)
        : StatusMessage("\(problem): \(error.localizedDescription) Press the button to retry.")
      nextID = nil
      loaded = nil
      emptiesSecrets = false
      texts = [:]
    }
  }

  /// The button's name in sessions. Never rename it.
  public let id: String
  /// The button's label.
  public let title: String
  /// Whether the button is only enabled when data is loaded.
  public let needsLoaded: Bool
  /// Whether the action uses the fields, so that their texts must be valid.
  public let needsFields: Bool
  /// Whether the button is only shown while a report offers it.
  public let isOffered: Bool
  /// The button's action. Cancelled when the screen is closed.
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

/// The input of a button's action.
public struct FormInput: Sendable {
  /// The texts of the fields, by field id.
  public let texts: [String: String]
  /// The texts of the secret fields, by field id.
  public let secrets: [String: Secret]
  /// The application's name for the loaded data.
  public let loaded: String?
  /// Shows the action's progress, such as "3.2 of 12 MiB".
  public let say: @MainActor @Sendable (String) -> Void
}
