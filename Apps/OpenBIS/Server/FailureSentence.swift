import Foundation

/// The essential sentence of a server's error, which can be up to 27 KB of Java output.
///
/// Stack traces are removed. Of a plugin's traceback, the last line is used.
struct FailureSentence: Hashable, Sendable {
  let text: String
  /// Whether a plugin failed, not the server itself.
  let isPlugins: Bool
  /// Whether the application server can't reach the data store, which runs the services.
  let isStoreDown: Bool

  private static let pluginWords = "Chosen plugin failed to create a report: "
  private static let storeWords = "Could not access HTTP invoker remote service"

  /// Extracts the sentence from an exception's message, which may be missing, and its type.
  init(_ message: String?, type: String) {
    var words = message ?? ""
    if let trace = words.range(of: "\n\tat ") { words = String(words[..<trace.lowerBound]) }
    isStoreDown = words.contains(Self.storeWords)
    var isPlugins = false
    if let start = words.range(of: Self.pluginWords) {
      isPlugins = true
      words = String(words[start.upperBound...])
    }
    if words.contains("Traceback (most recent call last)") {
      isPlugins = true
      let lines = words.split(separator: "\n").filter { line in line.contains { !$0.isWhitespace } }
      words = lines.last.map { String($0) } ?? words
    }
    self.isPlugins = isPlugins
    let context = " (Context: [])"
    if words.hasSuffix(context) { words = String(words.dropLast(context.count)) }
    words = Self.withoutTypes(words)
    var line = words.split(separator: "\n", maxSplits: 1).first.map { String($0) } ?? ""
    while line.last?.isWhitespace == true { line.removeLast() }
    if line.isEmpty { line = "\(Self.name(of: type)), without a message" }
    line = Self.withoutTokens(line)
    text = line.count > 300 ? line.prefix(299) + "…" : line
  }

  /// Removes session tokens such as "etlserver-261127162939809x64486EEB40…". Errors quote them, and
  /// an attacker who reads the screen could use them.
  private static func withoutTokens(_ line: String) -> String {
    line.replacing(/[^\s'"“”]*-[0-9]{12,}x[0-9A-Fa-f]{8,}/, with: "…")
      .replacing(/\$pat-[^\s'"“”]+/, with: "$pat-…")
  }

  /// Removes the exception types in front of a message: "ch.systemsx.….UserFailureException: ".
  private static func withoutTypes(_ words: String) -> String {
    var words = words
    while let colon = words.range(of: ": ") {
      let type = words[..<colon.lowerBound]
      let isType =
        type.contains(".") && (type.hasSuffix("Exception") || type.hasSuffix("Error"))
        && type.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "$" }
      guard isType else { break }
      words = String(words[colon.upperBound...])
    }
    return words
  }

  private static func name(of type: String) -> String {
    type.split(separator: ".").last.map { String($0) } ?? "a failure"
  }
}
