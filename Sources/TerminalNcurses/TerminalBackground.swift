/// The background that a terminal draws its text on, as far as the colours depend on it.
public enum TerminalBackground: String, Hashable, Sendable {
  /// White, or nearly so.
  case light
  /// Black, or nearly so.
  case dark

  /// Takes the background from the environment: from COLORFGBG, or from the type of a console,
  /// which is dark. Nil if neither tells it.
  ///
  ///     TerminalBackground(environment: ["COLORFGBG": "0;default;15"])  // .light
  public init?(environment: [String: String]) {
    // The text's colour comes first, the background's last: 7 is light grey, 8 dark grey.
    if let colour = environment["COLORFGBG"]?.split(separator: ";").last.flatMap({ Int($0) }),
      (0..<16).contains(colour)
    {
      self = colour < 7 || colour == 8 ? .dark : .light
    } else if environment["TERM"]?.hasPrefix("linux") == true {
      self = .dark
    } else {
      return nil
    }
  }
}
