import Core

/// An entry of a mailcap file: a shell command that views files of a type (RFC 1524).
package struct MailcapEntry: Hashable, Sendable {
  /// The MIME type or a wildcard such as `text/*`, in lowercase.
  public let type: String
  /// The command, in which `%s` stands for the file.
  public let command: String
  /// The description of the entry; `nil` if it has none.
  public let description: String?
  /// A command whose exit code determines whether the entry can be used; `nil` if it always can.
  public let test: String?
  /// Whether the command's output should be paged.
  public let hasCopiousOutput: Bool
  /// Whether the command runs in a terminal.
  public let needsTerminal: Bool

  /// Parses the entries of a file, in order. Skips comments and invalid lines.
  public static func entries(in bytes: [UInt8]) -> [MailcapEntry] {
    var lines: [String] = []
    var continued: String?
    for raw in bytes.split(separator: 0x0A) {
      var line = String(decoding: raw, as: UTF8.self)
      if line.hasSuffix("\r") { line.removeLast() }
      if continued == nil, line.hasPrefix("#") { continue }
      let whole = (continued ?? "") + line
      if whole.hasSuffix("\\") {
        continued = String(whole.dropLast())
      } else {
        continued = nil
        lines.append(whole)
      }
    }
    return (lines + [continued].compactMap(\.self)).compactMap { MailcapEntry($0) }
  }

  private init?(_ line: String) {
    let fields = MailcapEntry.fields(line)
    guard fields.count >= 2, !fields[0].isEmpty, !fields[1].isEmpty else { return nil }
    let name = fields[0].lowercased()
    type = name.contains("/") ? name : name + "/*"
    command = fields[1]
    var flags: Set<String> = []
    var values: [String: String] = [:]
    for field in fields.dropFirst(2) {
      if let sign = field.firstIndex(of: "=") {
        let key = field[..<sign].trimmed.lowercased()
        if values[key] == nil { values[key] = field[field.index(after: sign)...].trimmed }
      } else {
        flags.insert(field.lowercased())
      }
    }
    description = values["description"].map { MailcapEntry.unquoted($0) }
    test = values["test"]
    hasCopiousOutput = flags.contains("copiousoutput")
    needsTerminal = flags.contains("needsterminal")
  }

  /// Other backslashes than those of semicolons are left for `expanded`.
  private static func fields(_ line: String) -> [String] {
    var fields = [""]
    var rest = line[...]
    while let character = rest.popFirst() {
      switch character {
      case ";": fields.append("")
      case "\\":
        guard let next = rest.popFirst() else { break }
        fields[fields.count - 1] += next == ";" ? ";" : "\\\(next)"
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields.map { $0[...].trimmed }
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// The test isn't run, only searched for a display.
  var isForDisplay: Bool { test?.contains("DISPLAY") == true }

  /// Returns whether the entry applies to a MIME type.
  public func covers(_ mimeType: String) -> Bool {
    type == mimeType || type == "*/*" || type.hasSuffix("/*") && mimeType.hasPrefix(type.dropLast())
  }

  /// A command that doesn't mention the file gets it on standard input.
  static func expanded(_ command: String, path: String, mimeType: String) -> String {
    let quotedPath = "'" + path.replacing("'", with: #"'"'"'"#) + "'"
    var takesFile = false
    var text = ""
    // Removes quotes around `%s`, because the path is quoted here.
    var rest = command.replacing("'%s'", with: "%s").replacing("\"%s\"", with: "%s")[...]
    while let character = rest.popFirst() {
      guard character == "%" || character == "\\", let code = rest.popFirst() else {
        text.append(character)
        continue
      }
      switch (character, code) {
      case ("\\", "%"): text += "%"
      case ("\\", "\\"): text += "\\"
      case ("\\", _): text += "\\\(code)"
      case (_, "s"):
        takesFile = true
        text += quotedPath
      case (_, "t"): text += "'" + mimeType.filter { $0 != "'" } + "'"
      case (_, "{"):
        while let next = rest.popFirst(), next != "}" {}
        text += "''"
      case (_, "%"): text += "%"
      default: text += "%\(code)"
      }
    }
    return takesFile ? text : text + " < " + quotedPath
  }
}
