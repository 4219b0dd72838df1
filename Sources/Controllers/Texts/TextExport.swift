import Screens
import Terminals

/// The file that a text can be written into.
public struct TextExport: Sendable {
  /// The folder that the file is written into.
  public let directory: String
  /// The file's name without the ending: "system-51".
  public let fileName: String
  /// The file's ending: "json".
  public let ending: String
  /// True to say that the file isn't sealed, where everything else that is written is.
  public let isInTheClear: Bool

  /// Creates an export.
  ///
  ///     TextExport(directory: directory, fileName: "system-51", ending: "json")
  public init(directory: String, fileName: String, ending: String, isInTheClear: Bool = false) {
    self.directory = directory
    self.fileName = fileName
    self.ending = ending
    self.isInTheClear = isInTheClear
  }

  /// Writes a text into a new file that only the user can read, and returns its path. Throws `FileError`.
  @concurrent func write(_ text: String) async throws -> String {
    let file = try ExportFile("\(directory)/\(fileName)", ending: ending, say: { _ in })
    try file.write(text)
    return try file.finish().path
  }
}

extension TextController {
  /// The key that writes the text into a file; none where there is nothing to write, or nowhere.
  var exportBindings: [KeyBinding] {
    guard let exports, let content = loader.content else { return [] }
    let footer = exports.isInTheClear ? ", in the clear: it isn't sealed" : ""
    var binding = KeyBinding("e", help: "Write all of it into a file\(footer)") { navigator in
      navigator.finish("export") { finished in
        do {
          finished.notify("Written to \(try await exports.write(content))\(footer).")
        } catch {
          finished.notify(StatusMessage(problem: "", error).text)
        }
      }
    }
    binding.isExport = true
    return [binding]
  }
}
