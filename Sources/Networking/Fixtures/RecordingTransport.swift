import Foundation
import Restoration

/// Passes requests on, and writes the answers into a folder that `FixtureTransport` replays: bodies alone, no heads, credentials or cookies.
///
/// What can't be written is a problem of the request's: who asked for a recording wants it whole.
public struct RecordingTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let folder: String
  private let server: ServerAddress

  /// Records what `server` answers.
  public init(_ transport: any HTTPTransport, of server: ServerAddress, into folder: String) {
    self.transport = transport
    self.server = server
    self.folder = folder
  }

  /// Makes the folder, if it isn't there. Throws `FixtureProblem.unwritable`.
  public static func prepare(_ folder: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw FixtureProblem.unwritable(folder, reason: "the folder can't be made")
    }
    guard access(folder, W_OK) == 0 else {
      throw FixtureProblem.unwritable(folder, reason: String(cString: strerror(errno)).lowercased())
    }
  }

  public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await transport.send(request)
    if request.method == .get, response.status == 200 {
      try await record(response.body, request.url)
    }
    return response
  }

  public nonisolated(nonsending) func forgetCookies() async { await transport.forgetCookies() }

  @concurrent private func record(_ body: [UInt8], _ url: URL) async throws {
    // Other servers' answers, after a redirect, aren't asked for by these names.
    guard let uri = ResourceURI(of: url, below: server.path) else { return }
    let file = "\(folder)/\(uri.fileName)"
    do {
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try PrivateFile(file).replace(with: body)
    } catch let problem as SnapshotProblem {
      throw FixtureProblem.unwritable(file, reason: problem.brief)
    } catch {
      throw FixtureProblem.unwritable(file, reason: "its folder can't be made")
    }
  }
}
