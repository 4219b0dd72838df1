public import Terminals

/// The lines above the sections of a screen, which never scroll away: the name of the person or thing, and the facts that mustn't be
/// overlooked.
public struct Banner: Sendable {
  /// A few words, and the role that they are drawn in.
  public struct Phrase: Hashable, Sendable {
    /// The words.
    public let text: String
    /// The role that the words are drawn in.
    public let role: Role
    /// The words on a screen without room for all; nil if they can't be shorter.
    public let short: String?
    /// True if the phrase stays on a screen without room for all.
    public let isVital: Bool

    /// Creates a phrase.
    ///
    ///     Banner.Phrase("2 allergies: Latex, Penicillin", short: "2 allergies", role: .bad, isVital: true)
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
  /// The sign in front of the headline; nil if there is none.
  public var mark: Mark?
  /// The first line: the name of the person or thing.
  public var headline: String
  /// The text at the right of the headline; below it if there is no room.
  public var aside: String
  /// The texts for a screen without room for the aside; the longest first.
  public var shorterAsides: [String]
  /// The phrases below the headline. On a small screen those that aren't vital are left out.
  public var phrases: [Phrase]

  /// Creates a banner.
  /// ```swift
  /// Banner(title: "Ada", headline: "Ada Lovelace", phrases: [.init("Allergies: none", role: .good)])
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
