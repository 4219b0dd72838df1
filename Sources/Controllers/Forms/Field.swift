/// An input field of a form.
public struct Field: Sendable {
  /// The field's name in sessions and in ``FormInput/texts``. If you rename it, saved texts are
  /// lost.
  public let id: String
  /// The text in front of the field.
  public let label: String
  /// The text shown in the field while it is empty.
  public let placeholder: String
  /// The text that the field contains initially.
  public let initial: String
  /// Validates a non-empty text. Returns a short error, shown beside or below the field, or `nil`
  /// if the text is valid.
  public let problem: @Sendable (String) -> String?

  /// The error shown if this field is empty or contains only spaces when the user presses a button
  /// that needs the fields, such as "A note needs a title". Write it without a full stop. `nil` if
  /// the field may be empty.
  public let missing: String?
  /// Whether this is a password field: it shows dots, and its text is neither saved nor restored.
  public let isSecret: Bool
  /// Returns the text to save in the session instead of the typed one, for example a URL without
  /// its password.
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
