public import Screens
public import Values

/// A button of a start screen.
public struct StartButton {
  /// What a button's work came to.
  public struct Outcome: Sendable {
    /// Shown below the buttons from then on. Nil leaves what is there.
    public let report: Report?
    /// The button that is likely to be pressed next.
    public let nextID: String?
    /// What is loaded now, by the name that the application has for it. Nil leaves what was.
    public let loaded: String?
    /// The screen that brings what the work failed for want of. When it has answered, the button is pressed again.
    public let remedy: (any AppRoute)?
    /// Whether what stands in the secret fields was wrong, and is to be typed anew.
    public let emptiesSecrets: Bool
    /// What is put into the fields, by their ids.
    public let texts: [String: String]

    public init(
      report: Report? = nil, nextID: String? = nil, loaded: String? = nil,
      emptiesSecrets: Bool = false, texts: [String: String] = [:]
    ) {
      self.report = report
      self.nextID = nextID
      self.loaded = loaded
      self.emptiesSecrets = emptiesSecrets
      self.texts = texts
      remedy = nil
    }

    /// A failure: with a screen that can help, or else with what is to be said.
    public init(problem: String, _ error: any Error) {
      remedy = (error as? any Remediable)?.remedy
      report = remedy == nil ? Report(problem: problem, error) : nil
      nextID = nil
      loaded = nil
      emptiesSecrets = false
      texts = [:]
    }
  }

  /// Names the button in sessions. Never rename it.
  public let id: String
  public let title: String
  /// Whether it is of use only when something is loaded.
  public let needsLoaded: Bool
  /// Whether it works with what stands in the fields, which must be right then.
  public let needsFields: Bool
  /// Whether it is only there while the report that is shown offers it.
  public let isOffered: Bool
  /// What it does. Cancelled when the screen is left.
  public let action: @MainActor @Sendable (StartInput, Navigator) async -> Outcome

  public init(
    _ id: String, title: String, needsLoaded: Bool = false, needsFields: Bool = false,
    isOffered: Bool = false,
    action: @escaping @MainActor @Sendable (StartInput, Navigator) async -> Outcome
  ) {
    self.id = id
    self.title = title
    self.needsLoaded = needsLoaded
    self.needsFields = needsFields
    self.isOffered = isOffered
    self.action = action
  }
}

/// What a button has to work with.
public struct StartInput: Sendable {
  /// What stands in the fields, by their ids.
  public let texts: [String: String]
  /// What stands in the secret ones.
  public let secrets: [String: Secret]
  /// What was loaded last.
  public let loaded: String?
  /// Says how far the work is: "3.2 of 12 MiB".
  public let say: @MainActor @Sendable (String) -> Void
}
