import Accounts
import Foundation
import Reprise

@testable import Patients

/// A question to a real server and its answer, out of shared/data/openmrs-recorded/live.
struct RecordedExchange: Sendable {
  /// "300a-allergies-main".
  let name: String
  /// Who asked: "clinician", "nopeople".
  let user: String
  let method: String
  let target: String
  let cookie: String?
  let ifNoneMatch: String?
  let status: Int
  let headers: [HTTPHeader]
  /// Nil where there was none.
  let body: [UInt8]?
  /// The folder it was kept in.
  let directory: String

  /// Reads NNN-name.http and what lies beside it; nil for what isn't one.
  init?(_ name: String, in directory: String) {
    let path = RecordedExchange.root + "/" + directory + "/" + name
    guard let text = try? String(contentsOfFile: path + ".http", encoding: .utf8) else {
      return nil
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    guard let answer = lines.firstIndex(where: { $0.hasPrefix("HTTP/1.1 ") }),
      let status = Int(lines[answer].dropFirst("HTTP/1.1 ".count).prefix(3))
    else { return nil }
    let request = lines[1].split(separator: " ")
    guard request.count == 3 else { return nil }
    let asked = lines[2..<answer].compactMap { HTTPHeader(line: $0) }
    self.name = name
    self.directory = directory
    user = String(
      lines[0].dropFirst("# as ".count).prefix { $0 != ":" && $0 != "," && $0 != " " })
    method = String(request[0])
    target = String(request[1])
    cookie = asked.value("Cookie").map { String($0.dropFirst("JSESSIONID=".count)) }
    ifNoneMatch = asked.value("If-None-Match")
    self.status = status
    headers = lines[(answer + 1)...].prefix { !$0.isEmpty }.compactMap { HTTPHeader(line: $0) }
    body =
      (FileManager.default.contents(atPath: path + ".json")
      ?? FileManager.default.contents(atPath: path + ".html")).map { Array($0) }
  }

  var json: JSON? { body.flatMap { try? JSON($0) } }

  /// Beside the checkout; the recordings aren't the project's.
  static let root = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../../../shared/data/openmrs-recorded/live")
    .standardizedFileURL.path

  static var isThere: Bool { FileManager.default.fileExists(atPath: root) }

  /// All that were kept in a folder and only read, by name.
  static func all(in directory: String) -> [RecordedExchange] {
    everything(in: directory).filter { !$0.name.hasPrefix("w") }
  }

  /// What was written too.
  static func everything(in directory: String) -> [RecordedExchange] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + directory)) ?? []
    return files.filter { $0.hasSuffix(".http") }.sorted()
      .compactMap { RecordedExchange(String($0.dropLast(".http".count)), in: directory) }
  }
}
