/// A line to fill in.
public struct Field: Sendable {
  /// Names the field in sessions. Never rename it.
  public let id: String
  public let label: String
  /// Shown while nothing is typed.
  public let placeholder: String
  /// What is wrong with a text, as a few words beside the field; nil if nothing is. Not asked about an empty one.
  public let problem: @Sendable (String) -> String?

  public init(
    _ id: String, label: String, placeholder: String = "",
    problem: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.id = id
    self.label = label
    self.placeholder = placeholder
    self.problem = problem
  }
}
