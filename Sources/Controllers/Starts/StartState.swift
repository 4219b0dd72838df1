public import Restoration
public import Screens

/// What a start screen remembers: what is being typed, where the focus is, and what was said last.
public struct StartState: RestorableState {
  public var texts: [String: TextEntry] = [:]
  /// Nil until the person moves: then the screen's own choice.
  public var focusID: String?
  public var report: Report?
  /// What was loaded last, by the name that the application has for it.
  public var loaded: String?

  public init() {}
}
