public import Screens

/// A button of a start screen.
public struct StartButton {
  /// What a button's work came to.
  public struct Outcome: Sendable {
    /// Shown below the buttons from then on. Nil leaves what is there.
    public let report: Report?
    /// The button that is likely to be pressed next.
    public let nextID: String?

    public init(report: Report? = nil, nextID: String? = nil) {
      self.report = report
      self.nextID = nextID
    }
  }

  /// Names the button in sessions. Never rename it.
  public let id: String
  public let title: String
  /// Whether there is a reason to press it now.
  public let isEnabled: @MainActor (StartState) -> Bool
  /// What it does. Cancelled when the screen is left.
  public let action: @MainActor @Sendable ([String: String], Navigator) async -> Outcome

  public init(
    _ id: String, title: String, isEnabled: @escaping @MainActor (StartState) -> Bool = { _ in true },
    action: @escaping @MainActor @Sendable ([String: String], Navigator) async -> Outcome
  ) {
    self.id = id
    self.title = title
    self.isEnabled = isEnabled
    self.action = action
  }
}
