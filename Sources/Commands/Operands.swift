/// The operands a program accepts besides options and commands, such as files or a name.
public struct Operands: Hashable, Sendable {
  /// The operands as shown in the help: `[SYSTEM|URL]`. Empty if there are none.
  public let usage: String
  /// The maximum number of operands.
  package let limit: Int

  /// No operands.
  public static let none = Operands(usage: "", limit: 0)

  /// At most one operand: `.one("[SYSTEM|URL]")`.
  public static func one(_ usage: String) -> Operands { Operands(usage: usage, limit: 1) }

  /// Any number of operands: `.any("[FILE…]")`.
  public static func any(_ usage: String) -> Operands { Operands(usage: usage, limit: .max) }
}
