/// An application's release, as it names itself: `1.4.2`. Numbers are compared as numbers; a part that is none counts as zero.
public struct ReleaseNumber: Comparable, Sendable {
  private let parts: [Int]

  /// Reads a release's name.
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
