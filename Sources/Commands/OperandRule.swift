/// The operands a command accepts: their names in the help, and how to parse and validate them.
///
/// Invalid operands throw `UsageError`, beginning with the command's name: "show needs the id of
/// one system".
public struct OperandRule<Value>: Sendable {
  /// As shown in the help: `ID`. Empty if there are none.
  let usage: String
  let read: @Sendable (_ operands: [String], _ command: String) throws -> Value
}

extension OperandRule where Value == Void {
  /// Accepts no operands.
  ///
  ///     .none(advice: "To filter: --filter TEXT.")
  public static func none(advice: String) -> OperandRule {
    OperandRule(usage: "") { operands, command in
      guard let operand = operands.first else { return }
      throw UsageError("\(command) doesn't take “\(operand)”", advice: advice)
    }
  }
}

extension OperandRule where Value == String {
  /// Accepts exactly one operand.
  ///
  ///     .one("ID", needs: "the id of one system", advice: "“app list” shows them.")
  public static func one(_ usage: String, needs what: String, advice: String) -> OperandRule {
    OperandRule(usage: usage) { operands, command in
      guard operands.count == 1 else {
        throw UsageError("\(command) needs \(what)", advice: advice)
      }
      return operands[0]
    }
  }

  /// Accepts any number of operands, joined by spaces, so that the user needn't quote a text.
  ///
  ///     .text("QUERY", needs: "a name", advice: "For example: app list odhiambo.")
  ///
  /// `isEnough` returns whether the text is acceptable; by default it must not be blank.
  public static func text(
    _ usage: String, needs what: String, advice: String,
    isEnough: @escaping @Sendable (String) -> Bool = { $0.contains { !$0.isWhitespace } }
  ) -> OperandRule {
    OperandRule(usage: usage) { operands, command in
      let text = operands.joined(separator: " ")
      guard isEnough(text) else {
        throw UsageError("\(command) needs \(what)", advice: advice)
      }
      return text
    }
  }
}

extension OperandRule where Value == String? {
  /// Accepts at most one operand.
  ///
  ///     .oneAtMost("[ID]", takes: "one id", advice: "Quote an id with blanks.")
  public static func oneAtMost(
    _ usage: String, takes what: String, advice: String
  ) -> OperandRule {
    OperandRule(usage: usage) { operands, command in
      guard operands.count < 2 else {
        throw UsageError("\(command) takes \(what)", advice: advice)
      }
      return operands.first
    }
  }
}

extension OperandRule where Value == [String] {
  /// Accepts one or more operands.
  ///
  ///     .some("FILE…", needs: "a file", advice: "For example: app list notes.txt.")
  public static func some(_ usage: String, needs what: String, advice: String) -> OperandRule {
    OperandRule(usage: usage) { operands, command in
      guard !operands.isEmpty else {
        throw UsageError("\(command) needs \(what)", advice: advice)
      }
      return operands
    }
  }
}

/// The operands a program accepts besides options and commands, such as files or a name.
public struct Operands: Hashable, Sendable {
  /// The operands as shown in the help: `[SYSTEM|URL]`. Empty if there are none.
  public let usage: String
  package let limit: Int

  /// No operands.
  public static let none = Operands(usage: "", limit: 0)

  /// At most one operand: `.one("[SYSTEM|URL]")`.
  public static func one(_ usage: String) -> Operands { Operands(usage: usage, limit: 1) }

  /// Any number of operands: `.any("[FILE…]")`.
  public static func any(_ usage: String) -> Operands { Operands(usage: usage, limit: .max) }
}
