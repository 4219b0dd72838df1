extension NcursesTerminal {
  /// The options for opening a terminal.
  public struct Options: Hashable, Sendable {
    /// Whether to show only ASCII, even if the locale supports more.
    public var isASCII: Bool
    /// The terminal's background, or `nil` to detect it from the environment.
    public var background: TerminalBackground?
    /// Whether to capture the mouse. If not, the terminal uses it to select text.
    public var takesMouse: Bool

    /// Creates options.
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
