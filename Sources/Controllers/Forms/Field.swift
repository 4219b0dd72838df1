/// A line to fill in.
public struct Field: Sendable {
  /// The name of the field in sessions. Never rename it.
  public let id: String
  /// The words in front of the field.
  public let label: String
  /// The text shown while nothing is typed.
  public let placeholder: String
  /// The text of the field until the person types.
  public let initial: String
  /// Returns the problem with a text, in a few words beside the field; nil if there is none. Not asked about an empty text.
  public let problem: @Sendable (String) -> String?

  /// The reason why a button can't work without a text here, without a full stop: "A note needs a title". Nil if an empty text will do.
  public let missing: String?
  /// True for a password's field: it shows dots, and its text is neither saved nor restored.
  public let isSecret: Bool
  /// Returns the part of a text that may be saved: an address without the password that somebody pasted along with it.
  public let savable: @Sendable (String) -> String

  /// Creates a field.
  /// ```swift
  /// Field("server", label: "Server", placeholder: "https://…", problem: { $0.hasPrefix("https://") ? nil : "no https" })
  /// ```
  public init(
    _ id: String, label: String, placeholder: String = "", initial: String = "",
    isSecret: Bool = false, missing: String? = nil,
    problem: @escaping @Sendable (String) -> String? = { _ in nil },
    savable: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.id = id
    self.label = label
    self.placeholder = placeholder
    self.initial = initial
    self.isSecret = isSecret
    self.missing = missing
    self.savable = savable
    self.problem = problem
  }
}
