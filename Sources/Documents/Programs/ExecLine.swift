/// The command line of a desktop entry, with quotes and field codes as defined by the Desktop Entry
/// Specification.
public struct ExecLine: Hashable, Sendable {
  /// Field codes are expanded only in unquoted arguments.
  private struct Word: Hashable, Sendable {
    var text: String
    var isQuoted: Bool
  }

  private let words: [Word]

  /// Parses the value of a desktop entry's `Exec` key. Returns `nil` if a quote isn't closed or no
  /// program is named.
  ///
  ///     ExecLine("less %f")
  public init?(_ line: String) {
    var words: [Word] = []
    var word: Word?
    var characters = line[...]
    while let character = characters.popFirst() {
      switch character {
      case "\"":
        var text = word?.text ?? ""
        var isClosed = false
        while let next = characters.popFirst() {
          if next == "\"" {
            isClosed = true
            break
          }
          if next == "\\", let escaped = characters.popFirst() {
            text.append(escaped)
          } else {
            text.append(next)
          }
        }
        guard isClosed else { return nil }
        word = Word(text: text, isQuoted: true)
      case " ", "\t", "\n":
        if let word { words.append(word) }
        word = nil
      default:
        word = Word(text: (word?.text ?? "") + "\(character)", isQuoted: word?.isQuoted ?? false)
      }
    }
    if let word { words.append(word) }
    guard let program = words.first, !program.text.isEmpty else { return nil }
    self.words = words
  }

  /// The name or path of the program that the command line starts.
  public var program: String { words.first?.text ?? "" }

  /// Returns the program and arguments that open a file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - name: The program's name, for `%c`.
  ///   - entry: The desktop entry's path, for `%k`.
  public func arguments(opening path: String, name: String, entry: String) -> [String] {
    var takesFile = false
    var arguments = words.flatMap { word -> [String] in
      guard !word.isQuoted else { return [word.text.replacing("%%", with: "%")] }
      switch word.text {
      case "%i", "%d", "%D", "%n", "%N", "%v", "%m": return []
      default:
        var text = ""
        var rest = word.text[...]
        while let character = rest.popFirst() {
          guard character == "%", let code = rest.popFirst() else {
            text.append(character)
            continue
          }
          switch code {
          case "%": text += "%"
          case "f", "F":
            takesFile = true
            text += path
          case "u", "U":
            takesFile = true
            text += FileURL.text(path)
          case "c": text += name
          case "k": text += entry
          default: break
          }
        }
        return [text]
      }
    }
    // If the line has no field code for a file, the file is appended, as file managers do.
    if !takesFile { arguments.append(path) }
    return arguments
  }

  static func quoted(_ path: String) -> String {
    let plain = path.replacing("%", with: "%%")
    let reserved = " \t\n\"'\\><~|&;$*?#()`"
    guard plain.contains(where: { reserved.contains($0) }) else { return plain }
    return "\"" + plain.map { "\"`$\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
  }
}
