public import Terminals

/// The fixed lines above a screen's sections: the name of the object shown, and the facts that must
/// not be overlooked.
public struct Banner: Sendable {
  /// A short text in a banner, and the role in which it is drawn.
  public struct Phrase: Hashable, Sendable {
    /// The phrase as it is shown if there is enough space.
    public let text: String
    /// The role, and so the colour, in which the text is drawn.
    public let role: Role
    /// A shorter version of the text for small screens; `nil` if there is none.
    public let short: String?
    /// Whether the phrase must be shown even on a small screen, on which other phrases are omitted.
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

  /// The screen's name in the top line of the window.
  public var title: String
  /// A status symbol in front of the headline; `nil` for none.
  public var mark: Mark?
  /// The name of the object that the screen shows, in the first line of the banner.
  public var headline: String
  /// The text at the right of the headline, or below it if it doesn't fit.
  public var aside: String
  /// Shorter versions of the aside, the longest first, for screens on which the aside doesn't fit.
  public var shorterAsides: [String]
  /// Short texts below the headline. If not all of them fit, their short versions are shown. If
  /// these don't fit either, only the phrases with `isVital` are shown.
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
