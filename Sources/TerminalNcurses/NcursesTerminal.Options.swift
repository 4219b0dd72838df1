extension NcursesTerminal {
  /// The options of a terminal.
  public struct Options: Hashable, Sendable {
    /// True to show nothing but ASCII, also where the locale has more.
    public var isASCII: Bool
    /// The background of the terminal, which its colours are chosen for; nil to take what the
    /// environment says.
    public var background: TerminalBackground?
    /// True to take the mouse; false to leave it to the terminal, which marks text with it.
    public var takesMouse: Bool

    /// Options.
    ///
    ///     NcursesTerminal.Options(isASCII: true)
    public init(
      isASCII: Bool = false, background: TerminalBackground? = nil, takesMouse: Bool = true
    ) {
      self.background = background
      self.isASCII = isASCII
      self.takesMouse = takesMouse
    }
  }
}
