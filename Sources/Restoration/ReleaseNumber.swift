/// An application's release number, such as `1.4.2`. Components are compared numerically; a
/// component that isn't a number counts as zero.
public struct ReleaseNumber: Comparable, Sendable {
  private let parts: [Int]

  /// Parses a release number.
  ///
  ///     ReleaseNumber("1.4.2") < ReleaseNumber("1.10")
  public init(_ text: String) {
    let numbers = text.split(separator: ".", maxSplits: 7).map { part in
      Int(part.prefix { $0.isASCII && $0.isNumber }) ?? 0
    }
    parts = numbers + Array(repeating: 0, count: 8 - numbers.count)
  }

  public static func < (one: ReleaseNumber, other: ReleaseNumber) -> Bool {
    one.parts.lexicographicallyPrecedes(other.parts)
  }
}
