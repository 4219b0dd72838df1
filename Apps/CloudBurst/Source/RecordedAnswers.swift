/// A server's answers, kept: what the app runs against when it is unplugged.
enum RecordedAnswers: Hashable, Sendable {
  /// The answers that are part of the app.
  case builtIn
  /// A file with the list alone, as the article has it. Links stay links.
  case listFile(String)
  /// A folder that mirrors the server: `resources/virtualSystems.json`, `resources/users/6.json`.
  case folder(String)

  /// What is at a path now. If nothing is there, reading the list says so.
  init(at path: String) {
    self = RecordedFile.isFolder(path) ? .folder(path) : .listFile(path)
  }

  /// The answer's body; nil if none was recorded, as for a dangling link.
  func body(for uri: String) throws(SourceProblem) -> [UInt8]? {
    guard let resource = ResourceURI(uri) else { return nil }
    switch self {
    case .builtIn:
      return try BuiltInFixture.bodies.get()[resource.text]
    case .listFile(let path):
      return resource.text == ResourceURI.systemList ? try RecordedFile.read(path) : nil
    case .folder:
      do throws(SourceProblem) {
        return try RecordedFile.read(place(of: uri))
      } catch {
        if case .noSuchFile = error { return nil }
        throw error
      }
    }
  }

  /// How messages name the place of an answer.
  func place(of uri: String) -> String {
    switch self {
    case .builtIn: return "the built-in fixture"
    case .listFile(let path): return path
    case .folder(let path):
      let name = ResourceURI(uri)?.fileName ?? ""
      return path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    }
  }
}
