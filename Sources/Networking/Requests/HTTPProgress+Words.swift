extension HTTPProgress {
  /// The progress as text: "3.2 of 12.0 MiB", or "640 KiB" if the total isn't known.
  public var words: String {
    let isSmall = max(received, expected ?? 0) < 1 << 20
    let unit = isSmall ? (size: 1 << 10, name: "KiB") : (size: 1 << 20, name: "MiB")
    func amount(_ bytes: Int) -> String {
      // Not multiplied first, which could overflow: a server may announce any number.
      let tenths = bytes % unit.size * 10 / unit.size
      let whole = bytes / unit.size
      return unit.size == 1 << 10 ? "\(whole)" : "\(whole).\(tenths)"
    }
    guard let expected, expected >= received else { return "\(amount(received)) \(unit.name)" }
    return "\(amount(received)) of \(amount(expected)) \(unit.name)"
  }
}
