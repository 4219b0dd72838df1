/// The brightness of the terminal's background, for which colours are chosen.
public enum TerminalBackground: String, Hashable, Sendable {
  /// White or almost white.
  case light
  /// Black or almost black.
  case dark

  /// Detects the background from COLORFGBG, or from TERM for the Linux console, which is dark.
  /// Returns `nil` if neither is conclusive.
  ///
  ///     TerminalBackground(environment: ["COLORFGBG": "0;default;15"])  // .light
  public init?(environment: [String: String]) {
    // The text colour comes first, the background last: 7 is light grey, 8 dark grey.
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
