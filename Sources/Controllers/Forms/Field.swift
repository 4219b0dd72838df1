/// An input field of a form.
public struct Field: Sendable {
  /// The field's name in sessions. Never rename it.
  public let id: String
  /// The text in front of the field.
  public let label: String
  /// The text shown while nothing is typed.
  public let placeholder: String
  /// The initial text.
  public let initial: String
  /// Returns an error about a non-empty text, as a short text beside the field; `nil` if the text
  /// is valid.
  public let problem: @Sendable (String) -> String?

  /// Why buttons need a text in this field, without a full stop, such as "A note needs a title";
  /// `nil` if the text may be empty.
  public let missing: String?
  /// Whether this is a password field: it shows dots, and its text is neither saved nor restored.
  public let isSecret: Bool
  /// Returns the part of a text that may be saved, for example a URL without the password in it.
  public let savable: @Sendable (String) -> String

  /// Creates a field.
  /// ```swift
  /// Field("server", label: "Server", placeholder: "https://…",
  ///   problem: { $0.hasPrefix("https://") ? nil : "no https" })
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
