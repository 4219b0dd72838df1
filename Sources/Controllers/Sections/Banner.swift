public import Terminals

/// The fixed lines above a screen's sections: the name of the object shown, and the facts that must
/// not be overlooked.
public struct Banner: Sendable {
  /// A short text, and the role in which it is drawn.
  public struct Phrase: Hashable, Sendable {
    /// The text.
    public let text: String
    /// The role in which the text is drawn.
    public let role: Role
    /// A shorter text for small screens; `nil` if it can't be shorter.
    public let short: String?
    /// Whether the phrase is shown even if not all phrases fit.
    public let isVital: Bool

    /// Creates a phrase.
    ///
    ///     Banner.Phrase("2 allergies: Latex, Penicillin", short: "2 allergies", role: .bad,
    ///       isVital: true)
    public init(
      _ text: String, short: String? = nil, role: Role = .text, isVital: Bool = false
    ) {
      self.text = text
      self.short = short
      self.role = role
      self.isVital = isVital
    }
  }

  /// The name in the top line.
  public var title: String
  /// The symbol in front of the headline.
  public var mark: Mark?
  /// The first line: the name of the object shown.
  public var headline: String
  /// The text at the right of the headline, or below it if it doesn't fit.
  public var aside: String
  /// Alternatives for screens on which the aside doesn't fit, the longest first.
  public var shorterAsides: [String]
  /// The phrases below the headline. On a small screen those that aren't vital are omitted.
  public var phrases: [Phrase]

  /// Creates a banner.
  /// ```swift
  /// Banner(
  ///   title: "Ada", headline: "Ada Lovelace", phrases: [.init("Allergies: none", role: .good)])
  /// ```
  public init(
    title: String, mark: Mark? = nil, headline: String, aside: String = "",
    shorterAsides: [String] = [], phrases: [Phrase] = []
  ) {
    self.title = title
    self.mark = mark
    self.headline = headline
    self.aside = aside
    self.shorterAsides = shorterAsides
    self.phrases = phrases
  }
}
