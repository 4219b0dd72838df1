import Accounts
import Foundation
import Reprise

@testable import OpenBIS

/// A question to a running openBIS and its answer, out of shared/data/openbis-recorded.
struct RecordedExchange: Sendable {
  /// The folder and the name: "ipad/root-probes".
  let name: String
  let request: StrictServer.Request
  let status: Int
  /// Nil where the answer was no text.
  let body: String?

  init?(_ directory: String, _ file: String) {
    let path = "\(Self.root)/\(directory)/\(file)"
    guard let data = FileManager.default.contents(atPath: path), let json = try? JSON(Array(data)),
      let request = json["request"], let response = json["response"],
      let method = request["method"]?.string, let target = request["path"]?.string
    else { return nil }
    name = "\(directory)/\(file.dropLast(".json".count))"
    let headers = (request["headers"]?.members ?? []).compactMap { member in
      member.value.string.map { HTTPHeader(member.key, $0) }
    }
    self.request = StrictServer.Request(
      method: method, target: target, headers: headers,
      body: Array((request["body"]?.string ?? "").utf8))
    guard let status = response["status"]?.int else { return nil }
    self.status = status
    body = response["body"]?.string
  }

  var question: JSON? { try? JSON(request.body) }
  var answer: JSON? { body.flatMap { try? JSON(Array($0.utf8)) } }

  /// Beside the checkout; the recordings aren't the project's.
  static let root = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../../../shared/data/openbis-recorded")
    .standardizedFileURL.path

  static var isThere: Bool { FileManager.default.fileExists(atPath: root) }

  static func all(in directory: String) -> [RecordedExchange] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(directory)")) ?? []
    return files.filter { $0.hasSuffix(".json") }.sorted()
      .compactMap { RecordedExchange(directory, $0) }
  }
}
