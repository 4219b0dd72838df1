extension NcursesTerminal {
  public struct Options: Hashable, Sendable {
    /// Shows nothing but ASCII, also where the locale has more.
    public var isASCII: Bool

    public init(isASCII: Bool = false) {
      self.isASCII = isASCII
    }
  }
}
