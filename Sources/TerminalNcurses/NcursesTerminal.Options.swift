extension NcursesTerminal {
  /// The options of a terminal.
  public struct Options: Hashable, Sendable {
    /// True to show nothing but ASCII, also where the locale has more.
    public var isASCII: Bool

    /// Options.
    ///
    ///     NcursesTerminal.Options(isASCII: true)
    public init(isASCII: Bool = false) {
      self.isASCII = isASCII
    }
  }
}
