public import Screens

/// One of the sections of a `SectionsController`.
public struct ScreenSection {
  /// The section's name in sessions. Never rename it.
  public let id: String
  /// The title in the section bar.
  public let title: String
  let screen: @MainActor () -> any Screen

  /// Creates a section; its screen is built when it is first shown.
  ///
  ///     ScreenSection("visits", title: "Visits") { visitsScreen(of: patient) }
  public init(_ id: String, title: String, screen: @escaping @MainActor () -> any Screen) {
    self.id = id
    self.title = title
    self.screen = screen
  }
}
