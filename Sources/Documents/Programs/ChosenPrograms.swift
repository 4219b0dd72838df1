package import Core
import Glibc

/// The programs that the user always wants to open certain types of documents, stored in
/// `programs.json` in the application's directory.
package struct ChosenPrograms: Sendable {
  private let directory: PrivateDirectory

  private var file: PrivateFile { PrivateFile(directory.path + "/programs.json") }

  public init(of application: String, environment: [String: String]) throws(FileError) {
    directory = try PrivateDirectory(ofApplication: application, environment: environment)
  }

  /// The program's id; `nil` if none was chosen or the file can't be read.
  public func program(for type: DocumentType) -> String? {
    guard let bytes = try? file.read(limit: 1 << 20), let json = try? JSON(bytes) else {
      return nil
    }
    return json["always"]?[type.id]?.string
  }

  /// `nil` removes the stored choice. A damaged file is quarantined.
  public func choose(_ program: DocumentProgram?, for type: DocumentType) throws {
    try directory.create()
    try directory.whileLocked {
      var json = JSON.object([.init("format", .number("1"))])
      if let bytes = try file.read(limit: 1 << 20) {
        if let read = try? JSON(bytes), read.members != nil {
          json = read
        } else {
          _ = try Quarantine(of: file.path).store(bytes)
        }
      }
      var always = json["always"] ?? .object([])
      always[type.id] = program.map { .string($0.id) }
      json["always"] = always
      try file.replace(with: json.bytes)
    }
  }
}
