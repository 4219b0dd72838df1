/// A rule for the operands of a command: their names in the help, and how to parse and validate
/// them.
///
/// If the user's operands violate the rule, the command fails with a `UsageError` that begins with
/// the command's name, such as "show needs the id of one system".
public struct OperandRule<Value>: Sendable {
  /// As shown in the help: `ID`. Empty if there are none.
  let usage: String
  let read: @Sendable (_ operands: [String], _ command: String) throws -> Value
}

extension OperandRule where Value == Void {
  /// Creates a rule for a command without operands. Any operand is an error.
  ///
  ///     .none(advice: "To filter: --filter TEXT.")
  ///
  /// - Parameter advice: A sentence that tells the user how to correct the command line.
  public static func none(advice: String) -> OperandRule {
    OperandRule(usage: "") { operands, command in
      guard let operand = operands.first else { return }
      throw UsageError("\(command) doesn't take “\(operand)”", advice: advice)
    }
  }
}

extension OperandRule where Value == String {
  /// Creates a rule for exactly one operand, which the command receives.
  ///
  ///     .one("ID", needs: "the id of one system", advice: "“app list” shows them.")
  ///
  /// - Parameters:
  ///   - usage: The operand's name in the help.
  ///   - what: The requirement in the error message, after “needs”.
  ///   - advice: A sentence that tells the user how to correct the command line.
  public static func one(_ usage: String, needs what: String, advice: String) -> OperandRule {
    OperandRule(usage: usage) { operands, command in
      guard operands.count == 1 else {
        throw UsageError("\(command) needs \(what)", advice: advice)
      }
      return operands[0]
    }
  }

  /// Creates a rule for a text as operand. The words of the text are joined by spaces, so the user
  /// needn't quote it in the shell.
  ///
  ///     .text("QUERY", needs: "a name", advice: "For example: app list odhiambo.")
  ///
  /// - Parameters:
  ///   - usage: The operand's name in the help.
  ///   - what: The requirement in the error message, after “needs”.
  ///   - advice: A sentence that tells the user how to correct the command line.
  ///   - isEnough: Returns whether the text is acceptable. By default a blank text is an error.
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
  /// Creates a rule for a command with an optional operand. The command receives `nil` if the user
  /// gave none.
  ///
  ///     .oneAtMost("[ID]", takes: "one id", advice: "Quote an id with blanks.")
  ///
  /// - Parameters:
  ///   - usage: The operand's name in the help.
  ///   - what: The limit in the error message, after “takes”.
  ///   - advice: A sentence that tells the user how to correct the command line.
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
  /// Creates a rule for one or more operands, which the command receives.
  ///
  ///     .some("FILE…", needs: "a file", advice: "For example: app list notes.txt.")
  ///
  /// - Parameters:
  ///   - usage: The operand's name in the help.
  ///   - what: The requirement in the error message, after “needs”.
  ///   - advice: A sentence that tells the user how to correct the command line.
  public static func some(_ usage: String, needs what: String, advice: String) -> OperandRule {
    OperandRule(usage: usage) { operands, command in
      guard !operands.isEmpty else {
        throw UsageError("\(command) needs \(what)", advice: advice)
      }
      return operands
    }
  }
}

/// The operands that a program accepts without a subcommand, such as the files to open or the name
/// of a server.
public struct Operands: Hashable, Sendable {
  /// The operands as shown in the help: `[SYSTEM|URL]`. Empty if there are none.
  public let usage: String
  package let limit: Int

  /// The program accepts no operands.
  public static let none = Operands(usage: "", limit: 0)

  /// Returns operands for a program that accepts at most one: `.one("[SYSTEM|URL]")`. The argument
  /// is the operand's name in the help.
  public static func one(_ usage: String) -> Operands { Operands(usage: usage, limit: 1) }

  /// Returns operands for a program that accepts any number: `.any("[FILE…]")`. The argument is
  /// their name in the help.
  public static func any(_ usage: String) -> Operands { Operands(usage: usage, limit: .max) }
}
