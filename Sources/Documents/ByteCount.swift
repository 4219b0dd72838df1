enum ByteCount {
  /// Formats a limit in the largest unit of which it is a whole number: "512 MiB".
  static func words(_ count: Int) -> String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] {
      if count >= 1 << shift, count & ((1 << shift) - 1) == 0 { return "\(count >> shift) \(unit)" }
    }
    return "\(count) bytes"
  }
}
