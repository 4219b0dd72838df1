import Core
import FoundationEssentials
import Glibc

/// A store of a server's recorded responses, which can be written and read: either a plain
/// directory or an encrypted one.
///
/// Reading a resource returns its last recorded response unchanged. All methods can be called
/// concurrently from any thread, and throw errors that can be shown to the user.
public protocol RecordedResponses: Sendable {
  /// The location of the recording, for messages to the user: usually its path.
  var location: String { get }

  /// Returns the recorded response to a request for a resource; `nil` if none was recorded.
  func response(to resource: ResourceURI) throws -> RecordedResponse?

  /// Records the response to a request for a resource, replacing the previous one atomically.
  ///
  /// A store that can't represent statuses, such as a plain directory, doesn't record error
  /// responses.
  func record(_ response: RecordedResponse, to resource: ResourceURI) throws
}

/// A recorded response of a server: its status, body and time, without headers, credentials or
/// cookies.
public struct RecordedResponse: Hashable, Sendable {
  /// The HTTP status: 200, 204 (no body), 403 (not permitted), or 404 or 410 (missing).
  public let status: Int
  /// The bytes of the response's body.
  public let body: [UInt8]
  /// The time when the response was received, in seconds since 1970; `nil` if it wasn't recorded.
  public let timestamp: Int?

  /// Creates a recorded response.
  ///
  ///     RecordedResponse(status: 404, Array(#"{"message":"no such user"}"#.utf8),
  ///       at: 1_795_262_400)
  ///
  /// - Parameters:
  ///   - status: The HTTP status.
  ///   - body: The bytes of the body.
  ///   - timestamp: The time when the response was received, in seconds since 1970; `nil` if
  ///     unknown.
  public init(status: Int = 200, _ body: [UInt8], at timestamp: Int? = nil) {
    self.status = status
    self.timestamp = timestamp
    self.body = body
  }

  /// Other statuses are temporary, such as a rejected password or an overloaded server.
  static let statuses: Set = [200, 204, 403, 404, 410]
}

/// An unencrypted recording in a directory that mirrors the server:
/// `resources/virtualSystems.json`. It contains only the bodies of successful responses. A resource
/// that is gone, or has no body, has no file.
package struct RecordedDirectory: RecordedResponses {
  public let location: String

  public init(_ path: String) { location = path }

  func file(of resource: ResourceURI) -> String {
    (location.hasSuffix("/") ? location : location + "/") + resource.fileName
  }

  public func response(to resource: ResourceURI) throws -> RecordedResponse? {
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

  public func record(_ response: RecordedResponse, to resource: ResourceURI) throws {
    let file = file(of: resource)
    guard response.status == 200 else {
      // The recorded response is obsolete, but a file can't store a status. A 403 may be temporary.
      if response.status != 403 { try remove(file) }
      return
    }
    do {
      try FileManager.default.createDirectory(
        atPath: FilePath.directory(of: file), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try PrivateFile(file).replace(with: response.body)
    } catch let problem as FileError {
      throw ReplayError.unwritable(file, reason: problem.brief)
    } catch {
      throw ReplayError.unwritable(file, reason: "its folder can't be made")
    }
  }
}
