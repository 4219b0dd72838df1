import Core
import Foundation

/// An unencrypted recording in a directory that mirrors the server:
/// `resources/virtualSystems.json`. It contains only the bodies of successful responses. A resource
/// that is gone, or has no body, has no file.
public struct RecordedDirectory: RecordedResponses {
  /// The path of the directory, as the user entered it.
  public let place: String

  /// Creates a recording in a directory. Nothing is opened before the first access.
  ///
  ///     RecordedDirectory("lessons/week")
  public init(_ path: String) { place = path }

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
      // The recorded response is obsolete, but a file can't store a status. A 403 may be temporary.
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
