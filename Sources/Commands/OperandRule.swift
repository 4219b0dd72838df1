/// The operands that a command takes: their names for the help, how they are read, and the refusal of others.
///
/// A refusal is a `UsageError` that begins with the command's name: "show needs the id of one system".
public struct OperandRule<Value>: Sendable {
  /// The operands as the help writes them: `ID`. Empty for none.
  let usage: String
  /// Reads the operands of the command with a name. Throws `UsageError`.
  let read: @Sendable (_ operands: [String], _ command: String) throws -> Value
}

extension OperandRule where Value == Void {
  /// No operands.
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
  /// One operand.
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

  /// Words that are one text, whether they are quoted or not; it isn't blank.
  ///
  ///     .text("QUERY", needs: "a name", advice: "For example: app list odhiambo.")
  ///
  /// `isEnough` tells whether a text can be worked with.
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
  /// One operand or none.
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
  /// One operand or more.
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
