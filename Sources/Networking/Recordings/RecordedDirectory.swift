import Files
import Foundation

/// Answers recorded in the clear, in a folder that mirrors the server: `resources/virtualSystems.json`. Good answers alone, and nothing but
/// their bodies: of a resource that is gone, or has no body, nothing is left.
public struct RecordedDirectory: RecordedResponses {
  /// The path of the folder, as the person gave it.
  public let place: String

  /// A recording in a folder. Nothing is opened before it is needed.
  ///
  ///     RecordedDirectory("lessons/week")
  public init(_ path: String) { place = path }

  /// The file of the answer to a resource.
  func file(of resource: ResourceURI) -> String {
    (place.hasSuffix("/") ? place : place + "/") + resource.fileName
  }

  public func answer(to resource: ResourceURI) throws -> RecordedResponse? {
    do throws(ReplayError) {
      return RecordedResponse(try NamedFile.read(file(of: resource)))
    } catch {
      if case .noSuchFile = error { return nil }
      throw error
    }
  }

  private func remove(_ file: String) throws {
    guard access(file, F_OK) == 0, unlink(file) != 0 else { return }
    throw ReplayError.unwritable(file, reason: String(cString: strerror(errno)).lowercased())
  }

  public func record(_ answer: RecordedResponse, to resource: ResourceURI) throws {
    let file = file(of: resource)
    guard answer.status == 200 else {
      // What was recorded before isn't so any more, and there is no room for a status. A right may be back in a moment.
      if answer.status != 403 { try remove(file) }
      return
    }
    do {
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try PrivateFile(file).replace(with: answer.body)
    } catch let problem as FileError {
      throw ReplayError.unwritable(file, reason: problem.brief)
    } catch {
      throw ReplayError.unwritable(file, reason: "its folder can't be made")
    }
  }
}
