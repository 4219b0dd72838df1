import Screens
import Terminals

/// The directory and name of the file to which a text screen exports its text.
public struct TextExport: Sendable {
  /// The directory in which the file is created.
  public let directory: String
  /// The name of the file without its extension, such as "system-51".
  public let fileName: String
  /// The file extension, such as "json".
  public let ending: String
  /// Whether a notice warns the user that the file isn't encrypted. Set it in an application that
  /// encrypts its other files.
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

  /// Writes a new file that only the user can read, and returns its path. Throws `FileError`.
  @concurrent func write(_ text: String) async throws -> String {
    let file = try ExportFile("\(directory)/\(fileName)", ending: ending, say: { _ in })
    try file.write(text)
    return try file.finish().path
  }
}

extension TextController {
  var exportBindings: [KeyBinding] {
    guard let exports, let content = loader.content else { return [] }
    let footer = exports.isInTheClear ? ", which isn't encrypted" : ""
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
