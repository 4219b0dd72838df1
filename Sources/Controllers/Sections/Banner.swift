public import Terminals

/// What stands above the sections of a screen and never scrolls away: who or what this is, and what mustn't be overlooked.
public struct Banner: Sendable {
  /// A few words, with the role that the words have.
  public struct Phrase: Hashable, Sendable {
    public let text: String
    public let role: Role
    /// What is said instead where there isn't room for all; nil if it can't be said shorter.
    public let short: String?
    /// Whether it stays where there isn't room for all.
    public let isVital: Bool

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
  public var mark: Mark?
  public var headline: String
  /// At the right of the headline; below it where there is no room.
  public var aside: String
  /// What may stand there instead, where there is no room for the aside; the longest first.
  public var shorterAsides: [String]
  /// Below the headline. On a small screen those go that aren't vital.
  public var phrases: [Phrase]

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
