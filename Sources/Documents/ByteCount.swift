/// Numbers of bytes in words.
enum ByteCount {
  /// A limit in the largest unit that it is a whole number of: "512 MiB".
  static func words(_ count: Int) -> String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] {
      if count >= 1 << shift, count & ((1 << shift) - 1) == 0 { return "\(count >> shift) \(unit)" }
    }
    return "\(count) bytes"
  }
}
