extension NcursesTerminal {
  /// The options of a terminal.
  public struct Options: Hashable, Sendable {
    /// True to show nothing but ASCII, also where the locale has more.
    public var isASCII: Bool
    /// True to take the mouse; false to leave it to the terminal, which marks text with it.
    public var takesMouse: Bool

    /// Options.
    ///
    ///     NcursesTerminal.Options(isASCII: true)
    public init(isASCII: Bool = false, takesMouse: Bool = true) {
      self.isASCII = isASCII
      self.takesMouse = takesMouse
    }
  }
}
