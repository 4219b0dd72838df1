/// A line to fill in.
public struct Field: Sendable {
  /// Names the field in sessions. Never rename it.
  public let id: String
  public let label: String
  /// Shown while nothing is typed.
  public let placeholder: String
  /// What stands there until something is typed.
  public let initial: String
  /// What is wrong with a text, as a few words beside the field; nil if nothing is. Not asked about an empty one.
  public let problem: @Sendable (String) -> String?

  /// Whether it is a password's: it shows dots, and what is typed is neither saved nor comes back.
  public let isSecret: Bool
  /// What of a text may be saved: an address without the password that somebody pasted along with it.
  public let savable: @Sendable (String) -> String

  public init(
    _ id: String, label: String, placeholder: String = "", initial: String = "",
    isSecret: Bool = false,
    problem: @escaping @Sendable (String) -> String? = { _ in nil },
    savable: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.id = id
    self.label = label
    self.placeholder = placeholder
    self.initial = initial
    self.isSecret = isSecret
    self.savable = savable
    self.problem = problem
  }
}
