/// The words that a program takes beside its options and commands: a file, several files, a name.
public struct Operands: Hashable, Sendable {
  /// The words as the help writes them: `[SYSTEM|URL]`. Empty for none.
  public let usage: String
  /// The number of words that are taken at most.
  package let limit: Int

  /// No words.
  public static let none = Operands(usage: "", limit: 0)

  /// One word: `.one("[SYSTEM|URL]")`.
  public static func one(_ usage: String) -> Operands { Operands(usage: usage, limit: 1) }

  /// Any number of words: `.any("[FILE…]")`.
  public static func any(_ usage: String) -> Operands { Operands(usage: usage, limit: .max) }
}
